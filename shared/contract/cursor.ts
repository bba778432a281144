import { hash } from 'node:crypto';

/** Long enough to detect mistyped or foreign cursors. Not a signature. */
const CHECKSUM_BYTES = 12;

/**
 * The scope of a cursor: the organization, the operation, the filters and the sort order. Scopes are equal if
 * their JSON is equal.
 */
export type CursorScope = readonly (string | boolean | undefined)[];

const checksum = (scope: CursorScope, position: string): Buffer =>
  // JSON is unambiguous here: it writes undefined as null, and no part is null.
  hash('sha256', JSON.stringify([scope, position]), 'buffer').subarray(0, CHECKSUM_BYTES);

/**
 * Encodes an opaque cursor that continues after `position`, the sort position of the last item returned.
 *
 * The cursor contains the position itself, so it needs no server state and never expires. A checksum over
 * scope and position binds it to its scope. It need not resist forgery: the organization always comes from
 * the caller's credentials, so a forged position reaches only the caller's own data. Callers of {@link
 * decodeCursor} validate the position.
 */
export const encodeCursor = (scope: CursorScope, position: string): string =>
  Buffer.concat([checksum(scope, position), Buffer.from(position, 'utf8')]).toString('base64url');

/** The position that `cursor` holds, or `undefined` if it was not issued under `scope`. */
export const decodeCursor = (scope: CursorScope, cursor: string): string | undefined => {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(CHECKSUM_BYTES).toString('utf8');
  // No issued cursor has an empty position, and DynamoDB rejects empty keys.
  if (position === '') return undefined;
  // Comparing the encoded form also rejects what a lenient base64 decoder accepts.
  return encodeCursor(scope, position) === cursor ? position : undefined;
};
