import type { CursorScope } from '../../shared/contract/cursor.ts';
import { parseTimestamp, timestampOf } from '../../shared/domain/timestamp.ts';
import { eventCursorSince } from './event-cursor.ts';
import { nextPage } from './next-page.ts';

/** A place in a collection that is read page by page. */
export interface Scan<P> {
  /** When its first page was read. */
  readonly firstReadAt: string;
  readonly position: P;
}

/**
 * How far before its first page a scan hands over to the feed, and to the next scan by `changedSince`. A change
 * can be committed seconds after its `changedAt`, and be in the index seconds after that; clocks differ by up to
 * two seconds. What a scan misses for this reason changed within this time, or later.
 */
const OVERLAP_MILLISECONDS = 60_000;

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
  const since = timestampOf(new Date(Date.parse(firstReadAt) - OVERLAP_MILLISECONDS));
  const end =
    position === undefined
      ? { eventCursor: eventCursorSince(organizationId, since), nextChangedSince: since }
      : {};
  return { unversioned: { ...next.body, ...end }, headers: next.headers };
};
