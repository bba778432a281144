import { createHash, createHmac } from 'node:crypto';

/** SHA-256 and HMAC with the interface that the SDK's signer expects. */
export class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    if (secret === undefined) this.#hash = createHash('sha256');
    else
      this.#hash = createHmac(
        'sha256',
        typeof secret === 'string' ? secret : Buffer.from(secret as Uint8Array),
      );
  }
  update(data: Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}
