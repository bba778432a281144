import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';

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
    if (typeof secret === 'string') return createHmac('sha256', secret);
    return createHmac(
      'sha256',
      secret instanceof ArrayBuffer
        ? new Uint8Array(secret)
        : new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength),
    );
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
