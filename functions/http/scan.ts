import type { CursorScope } from '../../shared/contract/cursor.ts';
import { handOverTime } from '../../shared/records/collections/collection.ts';
import { collectionEventCursor, type FirstRead, firstReadText, parseFirstRead } from './event-cursor.ts';
import { nextPage } from './next-page.ts';

/** A place in a collection that is read page by page. */
export interface Scan<P> {
  readonly first: FirstRead;
  readonly position: P;
}

/**
 * Parses the text of a cursor.
 *
 * @param read parses the position; `undefined` if no page can end there
 */
export const readScan =
  <P>(read: (text: string) => P | undefined) =>
  (text: string): Scan<P> | undefined => {
    const end = text.indexOf(' ');
    const first = parseFirstRead(text.slice(0, end));
    const position = read(text.slice(end + 1));
    return first === undefined || position === undefined ? undefined : { first, position };
  };

/** Where to continue after a page: `nextCursor`, or where the last page hands over. */
export const scanPage = (
  scope: CursorScope,
  organizationId: string,
  { first, position }: Scan<string | undefined>,
  request: Parameters<typeof nextPage>[2],
) => {
  const next = nextPage(scope, position && `${firstReadText(first)} ${position}`, request);
  const end =
    position === undefined
      ? {
          eventCursor: collectionEventCursor(organizationId, first),
          nextChangedSince: handOverTime(first.at),
        }
      : {};
  return { unversioned: { ...next.body, ...end }, headers: next.headers };
};
