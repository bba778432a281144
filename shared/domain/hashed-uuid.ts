import { createHash } from 'node:crypto';
import { stringify } from 'uuid';

/** A deterministic version 8 UUID (RFC 9562, section 5.8) of the parts. */
export const hashedUuid = (parts: readonly string[]): string => {
  // JSON separates the parts unambiguously.
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(bytes);
};
