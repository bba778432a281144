import { requiredNumber } from '../table/items/attributes.ts';
import { feedSeenEntryKey } from '../table/items/feed-keys.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../table/items/schema.ts';
import type { Item, TableReader } from '../table/reader.ts';
import { KEPT_SECONDS } from './seen-records.ts';

/** A change of a call list entry. */
export interface EntryChange {
  readonly id: string;
  readonly sequence: number;
  readonly isCreation: boolean;
}

interface EntryRecord {
  /** `undefined` for changes of other resources. */
  readonly entryChange?: EntryChange | undefined;
}

/**
 * The changes of entries that were deleted and created again since, with the creation already in the feed.
 * Two lists can be in different shards of the table's stream, so the creation in another list may come first.
 */
export const findOvertakenChanges = async <T extends EntryRecord>(
  reader: TableReader,
  organizationId: string,
  records: readonly T[],
): Promise<ReadonlySet<T>> => {
  const changes = records.flatMap(({ entryChange }) => (entryChange === undefined ? [] : [entryChange]));
  const keys = [...new Set(changes.map(({ id }) => id))].map((id) => feedSeenEntryKey(organizationId, id));
  const items = await reader.getMany(keys, { consistentRead: true });
  const sequences = new Map(items.map((item) => [item['sk'], requiredNumber(item, 'sequence')]));
  const isOvertaken = ({ id, sequence }: EntryChange): boolean =>
    (sequences.get(feedSeenEntryKey(organizationId, id).sk) ?? 0) > sequence;
  return new Set(records.filter(({ entryChange }) => entryChange !== undefined && isOvertaken(entryChange)));
};

/** The entry that a record creates after it was deleted; `undefined` for other records. */
export const createdAgain = ({ entryChange }: EntryRecord): EntryChange | undefined =>
  entryChange?.isCreation && entryChange.sequence > 1 ? entryChange : undefined;

/** The items that let {@link findOvertakenChanges} find creations. */
export const itemsOfCreations = (
  organizationId: string,
  records: readonly EntryRecord[],
  now: Date,
): readonly Item[] => {
  const created = records.flatMap((record) => createdAgain(record) ?? []);
  return [...new Map(created.map((each) => [each.id, each])).values()].map(({ id, sequence }) => ({
    ...feedSeenEntryKey(organizationId, id),
    sequence,
    [TIME_TO_LIVE_ATTRIBUTE]: Math.ceil(now.getTime() / 1000) + KEPT_SECONDS,
  }));
};
