import { hash } from 'node:crypto';
import { type CursorScope, encodeCursor } from '../../shared/contract/cursor.ts';
import { parseTimestamp } from '../../shared/domain/timestamp.ts';
import {
  type EpochPosition,
  epochPosition,
  epochPositionText,
} from '../../shared/events/feed/feed-position.ts';
import { TABLE_NAME_VARIABLE } from '../../shared/runtime/environment.ts';

/** When the first page of a collection was read, and from which table: see {@link tableTag}. */
export interface FirstRead {
  /** ISO 8601, UTC, with milliseconds. */
  readonly at: string;
  readonly table: string;
}

/** A place in the feed: a position, or the first event that the reading of a collection may have missed. */
export type FeedPlace = EpochPosition | FirstRead;

/** Cursors of the feed are valid with any `types` and `limit`. */
export const feedScope = (organizationId: string): CursorScope => ['events', organizationId];

/** Tells the tables apart that the service had before and after it was restored. */
export const tableTag = (): string => hash('sha256', process.env[TABLE_NAME_VARIABLE] ?? '').slice(0, 8);

/** A collection whose first page is read now, from the table that the service has now. */
export const firstRead = (at: string): FirstRead => ({ at, table: tableTag() });

export const firstReadText = ({ at, table }: FirstRead): string => `${at}~${table}`;

/** The inverse of {@link firstReadText}; `undefined` for any other text. */
export const parseFirstRead = (text: string): FirstRead | undefined => {
  const [at = '', table = '', ...rest] = text.split('~');
  return parseTimestamp(at) === at && rest.length === 0 ? { at, table } : undefined;
};

/** The place in the text of a cursor; `undefined` for any other text. */
export const feedPlace = (text: string): FeedPlace | undefined =>
  text.startsWith('@') ? parseFirstRead(text.slice(1)) : epochPosition(text);

/** A cursor after the events before this position. */
export const feedCursor = (organizationId: string, position: EpochPosition): string =>
  encodeCursor(feedScope(organizationId), epochPositionText(position));

/** The `eventCursor` of a collection, after which the events of all changes follow that its pages may lack. */
export const collectionEventCursor = (organizationId: string, first: FirstRead): string =>
  encodeCursor(feedScope(organizationId), `@${firstReadText(first)}`);
