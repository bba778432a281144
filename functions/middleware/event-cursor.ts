import { type CursorScope, encodeCursor } from '../../shared/contract/cursor.ts';
import { parseTimestamp, timestampOf } from '../../shared/domain/timestamp.ts';
import { type FeedPosition, feedPosition, feedPositionText } from '../../shared/feed/feed-position.ts';

/** A place in the feed: a position, or the first event since a time. */
export type FeedPlace = FeedPosition | { readonly since: string };

/** Cursors of the feed are valid with any `types` and `limit`. */
export const feedScope = (organizationId: string): CursorScope => ['events', organizationId];

/** The place in the text of a cursor; `undefined` for any other text. */
export const feedPlace = (text: string): FeedPlace | undefined => {
  const since = text.startsWith('@') ? text.slice(1) : undefined;
  if (since === undefined) return feedPosition(text);
  return parseTimestamp(since) === since ? { since } : undefined;
};

/** A cursor after the events before this position. */
export const feedCursor = (organizationId: string, position: FeedPosition): string =>
  encodeCursor(feedScope(organizationId), feedPositionText(position));

/** How much older the events are, at which a copy continues, than the reading of its first page. */
const OVERLAP_MILLISECONDS = 10_000;

/**
 * The `eventCursor` of a collection whose first page was read at this time: the events of all changes that
 * may be missing in it follow. It starts a little earlier, because the index that lists the collection lags
 * behind the table.
 */
export const eventCursorSince = (organizationId: string, readAt: string): string => {
  const since = timestampOf(new Date(Date.parse(readAt) - OVERLAP_MILLISECONDS));
  return encodeCursor(feedScope(organizationId), `@${since}`);
};
