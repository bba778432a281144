import { FILTERS, type Filter, type FilterName } from '../../kinds/filters.ts';
import { byCleared, CLEARED, KINDS } from '../../kinds/kinds.ts';
import type { PlainKind } from '../../kinds/names.ts';
import { hasAnyOf } from '../../kinds/personal-data.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { changePartitions } from '../../table/items/change-keys.ts';
import { recordKeyOf } from '../../table/items/keys.ts';
import { CHANGE_INDEX, ERASED_ATTRIBUTE } from '../../table/items/schema.ts';
import { existing, nextChangedAt } from '../../table/items/versions.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { lookupPartitions } from '../lookups/lookup-keys.ts';
import { recordWriter } from '../store/record-items.ts';
import { recordReader } from '../store/record-reader.ts';
import { putRecord } from '../store/record-writes.ts';

/** Records changed concurrently. */
const CONCURRENCY = 8;

/** What lookups may not list yet. */
const RECENT_MILLISECONDS = 60_000;

/** The ids of all records of a kind that may refer to the person: by their lookups, and the latest ones. */
const idsOf = async (
  reader: TableReader,
  organizationId: string,
  kind: PlainKind,
  [field, personId]: readonly [field: string, personId: string],
): Promise<ReadonlySet<string>> => {
  const filter = Object.entries<Filter>(FILTERS[kind]).find(([, each]) => 'by' in each && each.by === field);
  if (filter === undefined) throw new Error(`No ${kind} is found by ${field}.`);
  const from = new Date(Date.now() - RECENT_MILLISECONDS).toISOString();
  const found = await Promise.all([
    ...lookupPartitions(organizationId, filter[0] as FilterName, personId).map((partition) =>
      readItems(reader, { partition }),
    ),
    ...changePartitions(organizationId, kind).map((partition) =>
      readItems(reader, { index: CHANGE_INDEX, partition, from }),
    ),
  ]);
  const sortKeys = found.flat().map((item) => String(item[CHANGE_INDEX.sortKey] ?? item['sk']));
  return new Set(sortKeys.map((sortKey) => sortKey.slice(-36)));
};

const eraseKind = async (
  { reader, writer }: Table,
  organizationId: string,
  { kind, of, clears }: (typeof CLEARED)[number],
  personId: string,
  candidates: readonly string[],
): Promise<number> => {
  const read = recordReader(KINDS[kind].fields);
  const cleared = Object.fromEntries(clears.map((field) => [field, null]));
  const ids = await idsOf(reader, organizationId, kind, [of, personId]);
  let erased = 0;
  await forEachConcurrently([...new Set([...ids, ...candidates])], CONCURRENCY, async (id) => {
    // Adding to `erased` across the `await` would lose the counts of concurrent records.
    const changed = await retryLostRaces(async () => {
      const key = recordKeyOf(kind)(organizationId, id);
      const stored = existing(await reader.get(key, { consistentRead: true }));
      const record = stored && read(stored);
      if (record?.[of] !== personId || !hasAnyOf(clears, record)) return 0;
      const isChanged = await writer.transact((now) => {
        const at = nextChangedAt(now, stored);
        const next = { ...record, ...cleared, id, updatedAt: at, changedAt: at };
        const item = { ...recordWriter(kind)(organizationId, next), [ERASED_ATTRIBUTE]: at };
        return [putRecord(item, stored, { isSilent: false, now })];
      });
      return isChanged ? 1 : LOST;
    });
    erased += changed;
  });
  return erased;
};

/**
 * Clears what is personal in the records without code of their own that refer to the person, such as calls.
 * Can be interrupted and repeated.
 *
 * @param candidates ids of records of any kind that may refer to the person, also those that no lookup lists
 * @returns how many records it changed, by kind
 */
export const eraseReferences = async (
  table: Table,
  organizationId: string,
  personId: string,
  candidates: readonly string[],
) => {
  const erased = { ...byCleared(() => 0) };
  for (const each of CLEARED) {
    erased[each.plural] = await eraseKind(table, organizationId, each, personId, candidates);
  }
  return erased;
};
