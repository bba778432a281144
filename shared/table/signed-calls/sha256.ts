import { createHash, createHmac, createSecretKey, type Hash, type Hmac, type KeyObject } from 'node:crypto';

/** The signing key of a day is used for each request of it: to make a key of its bytes each time takes four times as long. */
const keys = new WeakMap<object, KeyObject>();

const keyOf = (secret: ArrayBuffer | ArrayBufferView): KeyObject => {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const key = createSecretKey(
    secret instanceof ArrayBuffer
      ? new Uint8Array(secret)
      : new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength),
  );
  keys.set(secret, key);
  return key;
};

/** SHA-256, and HMAC with it where there is a secret, in the form that `@smithy/signature-v4` asks for. */
export class Sha256 {
  readonly #secret: string | ArrayBuffer | ArrayBufferView | undefined;
  #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret;
    this.#hash = this.#start();
  }

  #start(): Hash | Hmac {
    const secret = this.#secret;
    if (secret === undefined) return createHash('sha256');
    return createHmac('sha256', typeof secret === 'string' ? secret : keyOf(secret));
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    this.#hash = this.#start();
  }
}
