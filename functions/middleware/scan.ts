import type { CursorScope } from '../../shared/contract/cursor.ts';
import { parseTimestamp } from '../../shared/domain/timestamp.ts';
import { eventCursorSince } from './event-cursor.ts';
import { nextPage } from './next-page.ts';

/** A place in a collection that is read page by page. */
export interface Scan<P> {
  /** When its first page was read; `undefined` in a cursor of an earlier version. */
  readonly firstReadAt: string | undefined;
  readonly position: P;
}

const scanText = (firstReadAt: string | undefined, position: string): string =>
  firstReadAt === undefined ? position : `${firstReadAt} ${position}`;

/**
 * Parses the text of a cursor.
 *
 * @param read parses the position; `undefined` if no page can end there
 */
export const readScan =
  <P>(read: (text: string) => P | undefined) =>
  (text: string): Scan<P> | undefined => {
    const prefix = text.slice(0, text.indexOf(' '));
    const firstReadAt = parseTimestamp(prefix) === prefix ? prefix : undefined;
    const position = read(firstReadAt === undefined ? text : text.slice(prefix.length + 1));
    return position === undefined ? undefined : { firstReadAt, position };
  };

/** Where to continue after a page: `nextCursor`, or the `eventCursor` after the last page. */
export const scanPage = (
  scope: CursorScope,
  organizationId: string,
  { firstReadAt, position }: Scan<string | undefined>,
  request: Parameters<typeof nextPage>[2],
) => {
  const next = nextPage(scope, position && scanText(firstReadAt, position), request);
  const isLast = position === undefined && firstReadAt !== undefined;
  return {
    unversioned: {
      ...next.body,
      ...(isLast && { eventCursor: eventCursorSince(organizationId, firstReadAt) }),
    },
    headers: next.headers,
  };
};
