import { type Count, countsOf } from '../../kinds/counts.ts';
import type { FilterName } from '../../kinds/filters.ts';
import { KIND_NAMES, type ShardedKind } from '../../kinds/names.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { withFullJitter } from '../../table/backoff.ts';
import { list } from '../../table/items/attributes.ts';
import { changePartitions } from '../../table/items/change-keys.ts';
import type { LookupCounter } from '../../table/items/lookup.ts';
import { type Resource, resourceOfKey } from '../../table/items/resource-key.ts';
import { CHANGE_INDEX, VERSION_ATTRIBUTE } from '../../table/items/schema.ts';
import { unchangedSince, versionOf } from '../../table/items/versions.ts';
import { countMerged, type PartitionsQuery } from '../../table/paging/merged-partitions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import { type Item, type TableReader, TableUnavailableError } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { createCollection } from '../collections/collection.ts';
import {
  COUNTER_PARTS,
  countedMarks,
  counterKey,
  counterPartitions,
  counterVersion,
  countOfPartition,
  filterCounter,
  ownField,
  readParts,
  sumOf,
} from './counters.ts';
import { lookupsOf } from './lookup-changes.ts';
import { comparable, lookupPartitions } from './lookup-keys.ts';

/** Records per page. */
const PAGE = 500;
/** Counters that are recounted at a time. */
const CONCURRENCY = 16;
/** How often a counter is counted while its lookups change. */
const ATTEMPTS = 20;

/** What a recount did. */
export interface Recount {
  readonly counters: number;
  /** Counters that had another number, or did not exist. */
  readonly corrected: number;
}

/**
 * The stored records of a kind, sorted by `changedAt`.
 *
 * @param changedSince included. @default all
 */
export async function* storedRecords(
  reader: TableReader,
  organizationId: string,
  kind: ShardedKind,
  changedSince?: string,
): AsyncGenerator<{ readonly resource: Resource; readonly item: Item }> {
  const query = { index: CHANGE_INDEX, partitions: changePartitions(organizationId, kind) };
  const records = createCollection<Item>(
    reader,
    query,
    (item) => item,
    async () => null,
  );
  let position: string | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = await records.page({ changedSince, descending: false, limit: PAGE, position });
    for (const { resource: item } of page.items) {
      const resource = resourceOfKey({ pk: String(item['pk']), sk: String(item['sk']) });
      if (resource !== undefined) yield { resource, item };
    }
    position = page.end ?? position;
    hasMore = page.hasMore;
  }
}

/** The counters of all stored records, and those that exist. */
const findCounters = async (reader: TableReader, organizationId: string) => {
  const counters = new Map<string, LookupCounter>();
  const add = (counter: LookupCounter) => counters.set(`${counter.partition} ${counter.start}`, counter);
  for (const kind of KIND_NAMES) {
    const counts = countsOf(kind);
    if (kind === 'call-list' || counts.length === 0) continue;
    for (const count of counts) {
      for (const partition of counterPartitions(organizationId, count)) {
        for (const part of await readItems(reader, { partition })) {
          add(filterCounter(organizationId, count.filter, count.fields, list<string>(part, 'values')));
        }
      }
    }
    for await (const { resource, item } of storedRecords(reader, organizationId, kind)) {
      for (const { counters: own = [] } of lookupsOf(resource, item)) for (const counter of own) add(counter);
    }
  }
  return [...counters.values()];
};

/** The values by which records are found, of each filter. */
const ownValuesOf = (counters: readonly LookupCounter[]): ReadonlyMap<FilterName, ReadonlySet<string>> => {
  const values = new Map<FilterName, Set<string>>();
  for (const { partition, values: given } of counters) {
    const { filter, fields } = countOfPartition(partition);
    const own = given[fields.indexOf(ownField(filter) ?? '')];
    const known = values.get(filter) ?? new Set();
    values.set(filter, own === undefined ? known : known.add(comparable(filter, own)));
  }
  return values;
};

/**
 * Counts the lookups of an organization again, and corrects the counters that have another number, while
 * lookups change. Costs about 1 read unit per record and per 60 lookups, and 2 more per value; 16 write units
 * per correction. Afterwards, the counters are complete: all but those of a value that lost its last record
 * before it was ever counted, and whose lookup was not yet removed. Another recount corrects these.
 *
 * @throws TableUnavailableError if the lookups of a value keep changing
 */
export const recountLookups = async (
  { reader, writer }: Table,
  organizationId: string,
  countedAt: string,
): Promise<Recount> => {
  const counters = await findCounters(reader, organizationId);
  const ownValues = ownValuesOf(counters);

  /** The sort keys of entries start with their call list. */
  const lookupsOfCounter = ({ filter, fields }: Count, values: readonly string[]): PartitionsQuery => {
    const own = values[fields.indexOf(ownField(filter) ?? '')];
    const callListId = values[fields.indexOf('callListId')];
    const owns = own === undefined ? [...(ownValues.get(filter) ?? [])] : [own];
    const isPart = callListId !== undefined && ownField(filter) !== 'callListId';
    return {
      partitions: owns.flatMap((value) => lookupPartitions(organizationId, filter, value)),
      ...(isPart && { from: `${callListId}#`, to: `${callListId}$` }),
    };
  };

  const correct = async (counter: LookupCounter): Promise<boolean> => {
    const lookups = lookupsOfCounter(countOfPartition(counter.partition), counter.values);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const parts = await readParts(reader, counter, { consistentRead: true });
      const count = Number(await countMerged(reader, { ...lookups, consistentRead: true }, true));
      if (sumOf(parts) !== count || (count === 0 && parts.length > 0)) {
        // Each change of a lookup changes a part, so the number is right if none did.
        const operations = Array.from({ length: COUNTER_PARTS }, (_, number) => {
          const key = counterKey(counter, number);
          const condition = unchangedSince(versionOf(parts.find(({ sk }) => sk === key.sk)));
          if (number === 0 && count > 0) {
            const item = { ...key, count, values: counter.values, [VERSION_ATTRIBUTE]: counterVersion() };
            return { put: { Item: item, ...condition } };
          }
          const isStored = parts.some(({ sk }) => sk === key.sk);
          const other = { Key: { ...key }, ...condition };
          return isStored ? { delete: other } : { check: other };
        });
        if (await writer.transact(operations)) return true;
      } else {
        const again = await readParts(reader, counter, { consistentRead: true });
        const versionsOf = (all: readonly Item[]) => all.map(versionOf).join();
        if (versionsOf(again) === versionsOf(parts)) return false;
      }
      await withFullJitter(Math.min(attempt, 4));
    }
    throw new TableUnavailableError('Records change too fast to count them. Recount later.');
  };

  let corrected = 0;
  await forEachConcurrently(counters, CONCURRENCY, async (counter) => {
    if (await correct(counter)) corrected++;
  });
  if (!(await writer.transact(countedMarks(organizationId, countedAt)))) {
    throw new TableUnavailableError('The counts could not be marked as complete.');
  }
  return { counters: counters.length, corrected };
};
