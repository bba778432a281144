import { requiredNumber } from '../../table/items/attributes.ts';
import { feedArrivalKey } from '../../table/items/feed-keys.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { KEPT_SECONDS } from './seen-records.ts';

/** A change of a call list entry. */
export interface EntryChange {
  readonly id: string;
  readonly sequence: number;
  /** Whether the entry is inserted at a position: created there, or moved. */
  readonly isArrival: boolean;
}

interface EntryRecord {
  /** `undefined` for changes of other resources. */
  readonly entryChange?: EntryChange | undefined;
}

/** An arrival that earlier changes of the entry may follow in the stream, at the position before. */
export const laterArrival = ({ entryChange }: EntryRecord): EntryChange | undefined =>
  entryChange?.isArrival && entryChange.sequence > 1 ? entryChange : undefined;

/**
 * Tells which changes are overtaken: by an arrival that is in the feed, or by a later change that it was
 * given before.
 */
export type EntryOrder = (record: EntryRecord) => boolean;

/**
 * Positions and lists can be in different shards of the table's stream, so what happens to an entry at one
 * of them may come before what happened at another. All changes at a position follow its arrival there.
 *
 * @param records whose entries matter
 */
export const readEntryOrder = async (
  reader: TableReader,
  organizationId: string,
  records: readonly EntryRecord[],
): Promise<EntryOrder> => {
  const ids = new Set(records.flatMap(({ entryChange }) => entryChange?.id ?? []));
  // An arrival of an append whose head is visible must not be missed.
  const items = await reader.transactGet([...ids].map((id) => feedArrivalKey(organizationId, id)));
  const last = new Map(items.map((item) => [String(item['pk']), requiredNumber(item, 'sequence')]));
  return ({ entryChange }) => {
    if (entryChange === undefined) return false;
    const { pk } = feedArrivalKey(organizationId, entryChange.id);
    if ((last.get(pk) ?? 0) >= entryChange.sequence) return true;
    last.set(pk, entryChange.sequence);
    return false;
  };
};

/** The items that let {@link readEntryOrder} find the arrivals among these records. */
export const itemsOfArrivals = (
  organizationId: string,
  records: readonly EntryRecord[],
  now: Date,
): readonly Item[] => {
  const arrivals = records.flatMap((record) => laterArrival(record) ?? []);
  const last = new Map(arrivals.map(({ id, sequence }) => [id, sequence]));
  return [...last].map(([id, sequence]) => ({
    ...feedArrivalKey(organizationId, id),
    sequence,
    [TIME_TO_LIVE_ATTRIBUTE]: Math.ceil(now.getTime() / 1000) + KEPT_SECONDS,
  }));
};
