import { setTimeout } from 'node:timers/promises';
import { type Count, countsOf, PEOPLE_COUNT, sourceCountsOf } from '../../kinds/counts.ts';
import type { FilterName } from '../../kinds/filters.ts';
import { KIND_NAMES, type ShardedKind } from '../../kinds/names.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { batchesOf } from '../../table/batches.ts';
import { list } from '../../table/items/attributes.ts';
import { changePartitions } from '../../table/items/change-keys.ts';
import type { LookupCounter } from '../../table/items/lookup.ts';
import { type Resource, resourceOfKey } from '../../table/items/resource-key.ts';
import { CHANGE_INDEX, TIME_TO_LIVE_ATTRIBUTE, VERSION_ATTRIBUTE } from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { unchangedSince, versionOf } from '../../table/items/versions.ts';
import { countMerged, type PartitionsQuery } from '../../table/paging/merged-partitions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import { type Item, type TableReader, TableUnavailableError } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { createCollection } from '../collections/collection.ts';
import {
  countedMarks,
  counterPartitions,
  countOfItem,
  countOfPartition,
  filterCounter,
  ownField,
  readCounterItem,
} from './counters.ts';
import { lookupsOf } from './lookup-changes.ts';
import { comparable, lookupPartitions } from './lookup-keys.ts';
import type { LookupStore } from './lookup-store.ts';
import { settleListed } from './missing-people.ts';
import { sourceCounters } from './source-counts.ts';

/** Records per page. */
const PAGE = 500;
/** Counters that are recounted at a time. */
const CONCURRENCY = 16;
/** How often a counter is counted while its lookups change. */
const ATTEMPTS = 20;
/** More than the function that writes lookups takes at most: what differs for longer is wrong. */
const SETTLED_MILLISECONDS = 35_000;
/** As long as a counter of nothing is kept: see `counter-store.ts`. */
const EMPTY_MILLISECONDS = 26 * 3_600_000;

const ID_LENGTH = 36;
const isPeopleCount = ({ filter }: Count): boolean => filter === PEOPLE_COUNT.filter;
const isSourceCount = ({ filter, fields }: Count): boolean =>
  KIND_NAMES.some((kind) =>
    sourceCountsOf(kind).some((each) => each.filter === filter && each.fields[0] === fields[0]),
  );
const keyText = ({ key: { pk, sk } }: LookupCounter): string => `${pk} ${sk}`;

/** What a recount did. */
export interface Recount {
  readonly organizationId: string;
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

/**
 * The counters of all stored records, and those that exist.
 *
 * @returns with the number of records of each source, which no lookups tell
 */
const findCounters = async (reader: TableReader, organizationId: string) => {
  const counters = new Map<string, LookupCounter>();
  const sources = new Map<string, number>();
  const add = (counter: LookupCounter) => counters.set(keyText(counter), counter);
  for (const kind of KIND_NAMES) {
    const people = kind === 'call-list-entry' ? [PEOPLE_COUNT] : [];
    const counts = [...countsOf(kind), ...sourceCountsOf(kind), ...people];
    if (kind === 'call-list' || counts.length === 0) continue;
    for (const count of counts) {
      for (const partition of counterPartitions(organizationId, count)) {
        for (const item of await readItems(reader, { partition })) {
          add(filterCounter(organizationId, count.filter, count.fields, list<string>(item, 'values')));
        }
      }
    }
    const seen = new Set<string>();
    for await (const { resource, item } of storedRecords(reader, organizationId, kind)) {
      for (const { counters: own = [], counterOfPeople } of lookupsOf(resource, item)) {
        for (const counter of [...own, ...(counterOfPeople === undefined ? [] : [counterOfPeople])])
          add(counter);
      }
      // A record that changes meanwhile is listed again.
      if (seen.has(resource.id)) continue;
      seen.add(resource.id);
      for (const counter of sourceCounters(resource, item).values()) {
        add(counter);
        sources.set(keyText(counter), (sources.get(keyText(counter)) ?? 0) + 1);
      }
    }
  }
  return { counters: [...counters.values()], sources };
};

/** The values by which records are found, of each filter. */
const ownValuesOf = (counters: readonly LookupCounter[]): ReadonlyMap<FilterName, ReadonlySet<string>> => {
  const values = new Map<FilterName, Set<string>>();
  for (const { key, values: given } of counters) {
    const { filter, fields } = countOfPartition(key.pk);
    const own = given[fields.indexOf(ownField(filter) ?? '')];
    const known = values.get(filter) ?? new Set();
    values.set(filter, own === undefined ? known : known.add(comparable(filter, own)));
  }
  return values;
};

/** Counts the lookups of an organization again. Yields when it needs to wait before it continues. */
async function* recount(
  { reader, writer }: Table,
  organizationId: string,
  countedAt: string,
): AsyncGenerator<void, Recount> {
  const { counters, ...first } = await findCounters(reader, organizationId);
  let { sources } = first;
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

  const peopleIn = async ({ partitions }: PartitionsQuery): Promise<ReadonlySet<string>> => {
    const queries = partitions.map((partition) => readItems(reader, { partition, consistentRead: true }));
    return new Set((await Promise.all(queries)).flat().map(({ sk }) => String(sk).slice(0, ID_LENGTH)));
  };

  const countAgain = async (counter: LookupCounter, name: Count): Promise<number> => {
    if (isSourceCount(name)) return sources.get(keyText(counter)) ?? 0;
    const lookups = lookupsOfCounter(name, counter.values);
    if (isPeopleCount(name)) return (await peopleIn(lookups)).size;
    return Number(await countMerged(reader, { ...lookups, consistentRead: true }, true));
  };

  let corrected = 0;
  /** Returns what a counter and its lookups are, unless they agree; corrects the former if it stays so. */
  const compare = async (counter: LookupCounter, before: string | undefined): Promise<string | undefined> => {
    const name = countOfPartition(counter.key.pk);
    const item = await readCounterItem(reader, counter, { consistentRead: true });
    const count = await countAgain(counter, name);
    if (countOfItem(item) === count) return undefined;
    const found = `${versionOf(item)} ${count}`;
    if (found !== before) return found;
    const emptyUntil = Math.ceil((Date.now() + EMPTY_MILLISECONDS) / 1000);
    const changes = {
      ...{ values: counter.values, count },
      [TIME_TO_LIVE_ATTRIBUTE]: count === 0 ? emptyUntil : null,
    };
    const added = { [VERSION_ATTRIBUTE]: 1 };
    const update = updateOf(counter.key, changes, unchangedSince(versionOf(item)), added);
    if (!(await writer.transact([{ update }]))) return found;
    corrected += 1;
    return undefined;
  };

  let different = new Map<LookupCounter, string | undefined>(counters.map((counter) => [counter, undefined]));
  for (let attempt = 1; different.size > 0; attempt++) {
    if (attempt > ATTEMPTS) {
      throw new TableUnavailableError('Records change too fast to count them. Recount later.');
    }
    if (attempt > 1) yield;
    if (attempt > 1 && [...different.keys()].some(({ key: { pk } }) => isSourceCount(countOfPartition(pk)))) {
      ({ sources } = await findCounters(reader, organizationId));
    }
    const still: typeof different = new Map();
    await forEachConcurrently([...different], CONCURRENCY, async ([counter, before]) => {
      const found = await compare(counter, before);
      if (found !== undefined) still.set(counter, found);
    });
    different = still;
  }
  const store: LookupStore = {
    async apply(changes) {
      const isWritten = await writer.transact(
        changes.map(({ key, type, version }) =>
          type === 'put'
            ? { put: { Item: { ...key, [VERSION_ATTRIBUTE]: version } } }
            : { delete: { Key: { ...key } } },
        ),
      );
      if (!isWritten)
        throw new TableUnavailableError('The people of a call list keep changing. Recount later.');
    },
  };
  for (const { key, values } of counters) {
    const name = countOfPartition(key.pk);
    if (!isPeopleCount(name)) continue;
    const [callListId = ''] = values;
    const people = await peopleIn(lookupsOfCounter(name, values));
    for (const ids of batchesOf([...people], PAGE)) {
      const listed = ids.map((personId) => ({ organizationId, personId, callListId }));
      await settleListed(reader, store, listed);
    }
  }
  if (!(await writer.transact(countedMarks(organizationId, countedAt)))) {
    throw new TableUnavailableError('The counts could not be marked as complete.');
  }
  return { organizationId, counters: counters.length, corrected };
}

/**
 * Counts the lookups of organizations again, and corrects the counters that have another number for half a
 * minute. Costs about 1 read unit per record and per 60 lookups, and 1 more per value; 2 write units per
 * correction. Afterwards, the counters are complete. One that was wrong while its lookups changed, or whose
 * lookups could not be written meanwhile, may need another recount.
 *
 * @param settledMilliseconds 0 if nothing writes lookups meanwhile. Default: half a minute
 * @throws TableUnavailableError if the lookups of a value that has a wrong counter keep changing
 */
export const recountLookups = async (
  table: Table,
  organizationIds: readonly string[],
  countedAt: string,
  settledMilliseconds = SETTLED_MILLISECONDS,
): Promise<readonly Recount[]> => {
  const done: Recount[] = [];
  let open = organizationIds.map((id) => recount(table, id, countedAt));
  while (open.length > 0) {
    const waiting: typeof open = [];
    for (const each of open) {
      const step = await each.next();
      if (step.done === true) done.push(step.value);
      else waiting.push(each);
    }
    open = waiting;
    if (open.length > 0) await setTimeout(settledMilliseconds);
  }
  return done;
};
