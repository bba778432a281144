import { createHash } from 'node:crypto';
import { stringify } from 'uuid';

/** A version 8 UUID (RFC 9562, section 5.8) that is always the same for the same parts. */
export const hashedUuid = (parts: readonly string[]): string => {
  // JSON keeps the parts apart whatever they contain.
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(bytes);
};
