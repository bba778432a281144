import { randomBytes } from 'node:crypto';

/**
 * A new UUID that sorts after those of earlier milliseconds: version 7
 * (https://www.rfc-editor.org/rfc/rfc9562.html#name-uuid-version-7).
 *
 * @param time in milliseconds since 1970
 */
export const timeOrderedUuid = (time: number): string => {
  const random = randomBytes(10);
  // The upper bits of these bytes are the version and the variant.
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const hex = time.toString(16).padStart(12, '0') + random.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
