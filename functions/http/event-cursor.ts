import { hash } from 'node:crypto';
import { type CursorScope, encodeCursor } from '../../shared/contract/cursor.ts';
import { parseTimestamp } from '../../shared/domain/timestamp.ts';
import {
  type EpochPosition,
  epochPosition,
  epochPositionText,
} from '../../shared/events/feed/feed-position.ts';
import { handOverTime } from '../../shared/records/collections/collection.ts';
import { TABLE_NAME_VARIABLE } from '../../shared/runtime/environment.ts';

/** A place in the feed: a position, or the first event that the reading of a collection may have missed. */
export type FeedPlace =
  | EpochPosition
  | {
      readonly since: string;
      /** When the first page of the collection was read. */
      readonly readAt: string;
      /** The table that it was read from: see {@link tableTag}. */
      readonly table: string;
    };

/** Cursors of the feed are valid with any `types` and `limit`. */
export const feedScope = (organizationId: string): CursorScope => ['events', organizationId];

/** Tells the tables apart that the service had before and after it was restored. */
export const tableTag = (): string => hash('sha256', process.env[TABLE_NAME_VARIABLE] ?? '').slice(0, 8);

/** The place in the text of a cursor; `undefined` for any other text. */
export const feedPlace = (text: string): FeedPlace | undefined => {
  if (!text.startsWith('@')) return epochPosition(text);
  const [readAt = '', table = '', ...rest] = text.slice(1).split(' ');
  if (parseTimestamp(readAt) !== readAt || rest.length > 0) return undefined;
  return { since: handOverTime(readAt), readAt, table };
};

/** A cursor after the events before this position. */
export const feedCursor = (organizationId: string, position: EpochPosition): string =>
  encodeCursor(feedScope(organizationId), epochPositionText(position));

/**
 * The `eventCursor` of a collection, after which the events of all changes follow that its pages may lack.
 *
 * @param firstReadAt when its first page was read: ISO 8601, UTC, with milliseconds
 */
export const collectionEventCursor = (organizationId: string, firstReadAt: string): string =>
  encodeCursor(feedScope(organizationId), `@${firstReadAt} ${tableTag()}`);
