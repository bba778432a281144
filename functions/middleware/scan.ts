import { parseTimestamp } from '../../shared/domain/timestamp.ts';
import { eventCursorSince } from './event-cursor.ts';

/** A place in a collection that is read page by page. */
export interface Scan<P> {
  /** When its first page was read; `undefined` in a cursor of an earlier version. */
  readonly firstReadAt: string | undefined;
  readonly position: P;
}

/** For cursors. */
export const scanText = (firstReadAt: string | undefined, position: string): string =>
  firstReadAt === undefined ? position : `${firstReadAt} ${position}`;

/**
 * The inverse of {@link scanText}.
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

/** The additions to the response with the last page. */
export const lastPage = (organizationId: string, firstReadAt: string | undefined) =>
  firstReadAt === undefined
    ? {}
    : { unversioned: { eventCursor: eventCursorSince(organizationId, firstReadAt) } };
