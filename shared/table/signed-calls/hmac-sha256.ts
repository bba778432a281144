import { createHmac, type Hmac } from 'node:crypto';

/**
 * HMAC-SHA256 (https://www.rfc-editor.org/rfc/rfc2104) with the interface that `@smithy/signature-v4`
 * expects.
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

  /** Required by the interface, never called. */
  reset(): never {
    throw new Error('An HMAC is made once.');
  }
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
