import { hash } from 'node:crypto';

/** Enough that no mistyped or foreign cursor passes by chance; not a secret, and not meant to be one. */
const CHECKSUM_BYTES = 12;

/**
 * What a cursor is good for: the organization, the operation, and the filters and sort it was issued under.
 * Two scopes are the same exactly if their JSON is the same.
 */
export type CursorScope = readonly (string | boolean | undefined)[];

const checksum = (scope: CursorScope, position: string): Buffer =>
  // JSON keeps the parts apart, and writes undefined as null, which no part ever is.
  hash('sha256', JSON.stringify([scope, position]), 'buffer').subarray(0, CHECKSUM_BYTES);

/**
 * Makes an opaque cursor that continues after `position` (the sort position of the last item returned).
 *
 * It holds the position itself rather than a reference to server state, so it never expires and reaches any
 * depth. The checksum over scope and position makes it useless elsewhere. It need not resist forgery: the
 * organization always comes from the caller's credentials, so a made-up position reaches nothing but the caller's own
 * data. That it is a position at all is for whoever decodes it to check.
 */
export const encodeCursor = (scope: CursorScope, position: string): string =>
  Buffer.concat([checksum(scope, position), Buffer.from(position, 'utf8')]).toString('base64url');

/** The position that `cursor` holds, or `undefined` if it was not issued under `scope`. */
export const decodeCursor = (scope: CursorScope, cursor: string): string | undefined => {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(CHECKSUM_BYTES).toString('utf8');
  // Nothing is at no position, and a table takes no empty key: only who made it up sends that.
  if (position === '') return undefined;
  // Comparing the canonical spelling also refuses what base64 decoding silently forgives.
  return encodeCursor(scope, position) === cursor ? position : undefined;
};
