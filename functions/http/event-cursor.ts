import { type CursorScope, encodeCursor } from '../../shared/contract/cursor.ts';
import { parseTimestamp } from '../../shared/domain/timestamp.ts';
import { type FeedPosition, feedPosition, feedPositionText } from '../../shared/events/feed/feed-position.ts';

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

/**
 * The `eventCursor` of a collection, after which the events of all changes since a time follow.
 *
 * @param since ISO 8601, UTC, with milliseconds
 */
export const eventCursorSince = (organizationId: string, since: string): string =>
  encodeCursor(feedScope(organizationId), `@${since}`);
