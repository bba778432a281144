import { parseTimestamp } from '../../domain/timestamp.ts';
import { isUuid } from '../../domain/uuid.ts';

/** Timestamps in the stored form; both bounds are excluded. */
export interface TimeBounds {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

const halvesOf = (text: string): readonly [string, string] => {
  const separator = text.indexOf('#');
  return separator === -1 ? [text, ''] : [text.slice(0, separator), text.slice(separator + 1)];
};

/**
 * Parses the end of a page of a collection: the sort key `time#id` of its last item.
 *
 * Clients can forge cursors, and DynamoDB rejects a Query with a ValidationException if its
 * `ExclusiveStartKey` is invalid (longer than 1,024 bytes, for example) or outside the bounds of the Query.
 *
 * @param bounds of the Query that continues there. @default none
 * @returns a parser, which returns `undefined` for any other text
 */
export const collectionPosition =
  ({ after, before }: TimeBounds = {}) =>
  (text: string): string | undefined => {
    const [time, id] = halvesOf(text);
    if (!isUuid(id) || parseTimestamp(time) !== time) return undefined;
    const isWithin = (after === undefined || time > after) && (before === undefined || time < before);
    return isWithin ? text : undefined;
  };

/** The position of an entry in its list. */
export interface EntryPosition {
  readonly position: number;
  readonly id: string;
}

/** An entry's position as text for a cursor. */
export const entryPositionText = ({ position, id }: EntryPosition): string => `${position}#${id}`;

/** The inverse of {@link entryPositionText}; `undefined` for any other text. */
export const entryPosition = (text: string): EntryPosition | undefined => {
  const [position, id] = halvesOf(text);
  // At most ten digits, as in the sort key.
  return /^(?:0|[1-9]\d{0,9})$/.test(position) && isUuid(id) ? { position: Number(position), id } : undefined;
};
