import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

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

/** For each request, the signer makes the same code with the secret of the credentials, to see whether they have changed. */
let last: { readonly secret: string; readonly data: Buffer; readonly code: Uint8Array } | undefined;

const codeOf = (secret: string, data: Buffer): Uint8Array => {
  if (last?.secret === secret && last.data.equals(data)) return last.code;
  last = { secret, data, code: createHmac('sha256', secret).update(data).digest() };
  return last.code;
};

/** SHA-256, and HMAC with it where there is a secret, in the form that `@smithy/signature-v4` asks for. */
export class Sha256 {
  readonly #secret: string | ArrayBuffer | ArrayBufferView | undefined;
  #parts: Uint8Array[] = [];

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret;
  }

  update(data: Uint8Array): void {
    this.#parts.push(data);
  }

  async digest(): Promise<Uint8Array> {
    const secret = this.#secret;
    const data = Buffer.concat(this.#parts);
    if (secret === undefined) return hash('sha256', data, 'buffer');
    if (typeof secret === 'string') return codeOf(secret, data);
    return createHmac('sha256', keyOf(secret)).update(data).digest();
  }

  reset(): void {
    this.#parts = [];
  }
}
