import { type CursorScope, decodeCursor, encodeCursor } from '../../shared/contract/cursor.ts';
import { invalidRequest } from '../../shared/contract/problems.ts';

/** What a page adds to its response while more follow: `nextCursor`, and the same as a `Link` (RFC 8288). */
export interface NextPage {
  readonly body: { readonly nextCursor?: string };
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * @param position the sort position of the last item of this page, or `undefined` on the last page
 * @param request gives the URL of the same request with another cursor
 */
export const nextPage = (
  scope: CursorScope,
  position: string | undefined,
  request: { urlWith(parameter: string, value: string): string },
): NextPage => {
  if (position === undefined) return { body: {}, headers: {} };
  const nextCursor = encodeCursor(scope, position);
  return {
    body: { nextCursor },
    headers: { Link: `<${request.urlWith('cursor', nextCursor)}>; rel="next"` },
  };
};

/**
 * The position that a request's cursor holds, if it has one. Throws `invalid-request` for a foreign cursor,
 * and for one that somebody made up: its checksum is no secret.
 *
 * @param read the position from its text, or `undefined` where no page of this collection can have ended
 */
export const positionOf = <P>(
  scope: CursorScope,
  cursor: string | undefined,
  read: (text: string) => P | undefined,
): P | undefined => {
  if (cursor === undefined) return undefined;
  const text = decodeCursor(scope, cursor);
  const position = text === undefined ? undefined : read(text);
  if (position !== undefined) return position;
  throw invalidRequest([
    {
      parameter: 'cursor',
      detail:
        'does not belong to this collection with these filters and this sort: repeat the other parameters of the request that returned it, or omit it to start over',
    },
  ]);
};
