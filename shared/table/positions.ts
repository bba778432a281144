import { parseTimestamp } from '../domain/timestamp.ts';
import { isUuid } from '../domain/uuid.ts';
import type { EntryPosition } from './call-lists.ts';

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
 * Reads the position that a page of a collection ended at: the sort key `time#id` of its last item.
 *
 * Whoever holds a cursor may have made it up, and DynamoDB refuses a Query with a ValidationException if its
 * `ExclusiveStartKey` is no key (one of more than 1,024 bytes, say) or lies outside the bounds of the Query.
 *
 * @param bounds of the Query that goes on from there. @default none
 * @returns a reader, which returns `undefined` for anything that no such page ends at
 */
export const collectionPosition =
  ({ after, before }: TimeBounds = {}) =>
  (text: string): string | undefined => {
    const [time, id] = halvesOf(text);
    if (!isUuid(id) || parseTimestamp(time) !== time) return undefined;
    const isWithin = (after === undefined || time > after) && (before === undefined || time < before);
    return isWithin ? text : undefined;
  };

/** The text of an entry's place, for a cursor. */
export const entryPositionText = ({ position, id }: EntryPosition): string => `${position}#${id}`;

/** The inverse of {@link entryPositionText}: `undefined` for any text that it does not write. */
export const entryPosition = (text: string): EntryPosition | undefined => {
  const [position, id] = halvesOf(text);
  // The ten digits that a sort key has for it, spelled in the one way that a number is.
  return /^(?:0|[1-9]\d{0,9})$/.test(position) && isUuid(id) ? { position: Number(position), id } : undefined;
};
