import { createHmac, type Hmac } from 'node:crypto';

/**
 * HMAC with SHA-256 in the form that `@smithy/signature-v4` asks for: {@link
 * https://www.rfc-editor.org/rfc/rfc2104}.
 */
export class HmacSha256 {
  readonly #hmac: Hmac;

  constructor(secret: string | ArrayBuffer | ArrayBufferView = '') {
    this.#hmac = createHmac('sha256', typeof secret === 'string' ? secret : bytesOf(secret));
  }

  update(data: Uint8Array): void {
    this.#hmac.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hmac.digest();
  }

  /** Part of the form alone: nothing is made anew of the same object. */
  reset(): never {
    throw new Error('An HMAC is made once.');
  }
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
