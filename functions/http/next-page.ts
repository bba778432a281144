import { type CursorScope, decodeCursor, encodeCursor } from '../../shared/contract/cursor.ts';
import { invalidRequest } from '../../shared/contract/problems.ts';

/**
 * The additions to a response if more pages follow: `nextCursor` and a `Link` header (RFC 8288).
 *
 * @param position the sort position of the last item of this page, or `undefined` on the last page
 * @param request gives the URL of the same request with another cursor
 */
export const nextPage = (
  scope: CursorScope,
  position: string | undefined,
  request: { urlWith(parameter: string, value: string): string },
) => {
  if (position === undefined) return { body: {}, headers: {} };
  const nextCursor = encodeCursor(scope, position);
  return {
    body: { nextCursor },
    headers: { Link: `<${request.urlWith('cursor', nextCursor)}>; rel="next"` },
  };
};

const OTHER_COLLECTION =
  'does not belong to this collection with these filters and this sort: ' +
  'repeat the other parameters of the request that returned it, or omit it to start over';

/**
 * The position in a request's cursor, if any. Throws `invalid-request` for a cursor of another collection and
 * for a forged one: the checksum is no secret.
 *
 * @param read parses the position; `undefined` if no page of this collection can end there
 * @param detail of the problem
 */
export const positionOf = <P>(
  scope: CursorScope,
  cursor: string | undefined,
  read: (text: string) => P | undefined,
  detail: string = OTHER_COLLECTION,
): P | undefined => {
  if (cursor === undefined) return undefined;
  const text = decodeCursor(scope, cursor);
  const position = text === undefined ? undefined : read(text);
  if (position !== undefined) return position;
  throw invalidRequest([{ parameter: 'cursor', detail }]);
};
