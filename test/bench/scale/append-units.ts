import { ENTRY_BYTES, MAX_LIST_BYTES } from '../../../shared/events/feed/seen-records.ts';

/** Write units of the head of the feed, in a transaction. */
export const HEAD_UNITS = 2;

/** Write units of claiming it, whether or not another publisher had. */
export const CLAIM_UNITS = 1;

/** Bytes of a chunk besides its events, and of a list besides its records: keys and other attributes. */
export const CHUNK_ATTRIBUTES = 130;
const LIST_ATTRIBUTES = 130;

const unitsOf = (bytes: number): number => 2 * Math.ceil(bytes / 1024);

/** The lists of the records that the feed has seen, by the second of their change. */
export const createSeenLists = () => {
  const newest = new Map<number, number>();
  const bytesWith = (second: number, records: number): number =>
    (newest.get(second) ?? 0) + records * ENTRY_BYTES;
  const counted = (seconds: readonly number[]): readonly (readonly [second: number, records: number])[] =>
    [...Map.groupBy(seconds, (second) => second)].map(([second, { length }]) => [second, length]);
  return {
    /** The write units of an append of records that changed in these seconds. */
    units: (seconds: readonly number[]): number =>
      counted(seconds).reduce((sum, [second, records]) => {
        const bytes = bytesWith(second, records);
        const full = bytes > MAX_LIST_BYTES ? unitsOf(bytes + LIST_ATTRIBUTES) : 0;
        return sum + full + unitsOf((full > 0 ? 0 : bytes) + LIST_ATTRIBUTES);
      }, 0),
    add(seconds: readonly number[]): void {
      for (const [second, records] of counted(seconds)) {
        const bytes = bytesWith(second, records);
        newest.set(second, bytes > MAX_LIST_BYTES ? 0 : bytes);
      }
    },
  };
};
