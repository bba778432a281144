import type { CursorScope } from '../../shared/contract/cursor.ts';
import { parseTimestamp } from '../../shared/domain/timestamp.ts';
import { handOverTime } from '../../shared/records/collections/collection.ts';
import { collectionEventCursor } from './event-cursor.ts';
import { nextPage } from './next-page.ts';

/** A place in a collection that is read page by page. */
export interface Scan<P> {
  /** When its first page was read. */
  readonly firstReadAt: string;
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
    const firstReadAt = text.slice(0, text.indexOf(' '));
    const position = read(text.slice(firstReadAt.length + 1));
    const isScan = position !== undefined && parseTimestamp(firstReadAt) === firstReadAt;
    return isScan ? { firstReadAt, position } : undefined;
  };

/** Where to continue after a page: `nextCursor`, or where the last page hands over. */
export const scanPage = (
  scope: CursorScope,
  organizationId: string,
  { firstReadAt, position }: Scan<string | undefined>,
  request: Parameters<typeof nextPage>[2],
) => {
  const next = nextPage(scope, position && `${firstReadAt} ${position}`, request);
  const end =
    position === undefined
      ? {
          eventCursor: collectionEventCursor(organizationId, firstReadAt),
          nextChangedSince: handOverTime(firstReadAt),
        }
      : {};
  return { unversioned: { ...next.body, ...end }, headers: next.headers };
};
