import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../contract/audit-log/audit-log.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import type { Company } from '../../kinds/company.ts';
import type { Person } from '../../kinds/person.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { companyKey, personKey } from '../../table/items/keys.ts';
import { existing } from '../../table/items/versions.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { changeEntry } from '../call-lists/call-list-writes.ts';
import { readEntry } from '../call-lists/call-lists.ts';
import type { Collection } from '../collections/collection.ts';
import { collectionOf } from '../collections/collections.ts';
import { createCallListEntries } from '../collections/entries.ts';
import { lookupPartitions, placeOfText } from '../lookups/lookup-keys.ts';
import { companyFromItem, companyToItem, personFromItem, personToItem } from '../store/record-items.ts';
import { putRecord } from '../store/record-writes.ts';
import { mergeSuppressions, readSuppressions, settleSuppressions } from './suppression-list.ts';
import {
  type Callable,
  kindOfTarget,
  numberTarget,
  type Target,
  targetsOf,
  valueOfTarget,
  withBans,
} from './suppression-targets.ts';

const KINDS = {
  person: { keyOf: personKey, fromItem: personFromItem, toItem: personToItem },
  company: { keyOf: companyKey, fromItem: companyFromItem, toItem: companyToItem },
} as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES: readonly Kind[] = ['person', 'company'];

export interface Enforcement {
  readonly organizationId: string;
  /** What was put on the list, or taken from it. */
  readonly targets: readonly Target[];
  /** Whether the targets were taken from the list. Default: false. */
  readonly isLifting?: boolean;
  /** Whether the changes must not become events. Default: false. */
  readonly isSilent?: boolean;
  /** Finds the records, and changes none. Default: false. */
  readonly isDryRun?: boolean;
}

/** How many people, companies and entries were changed. */
export interface EnforcedCounts {
  readonly records: number;
  readonly entries: number;
  /** The targets that no person and no company has. */
  readonly unmatched: readonly Target[];
}

/** Targets whose records are changed concurrently. */
const CONCURRENCY = 8;

/** How far the lookups and the index of changes may lag behind a write, in milliseconds. */
const LAG_MILLISECONDS = 1_500;
/** Records that changed within this time may have no lookups yet. */
const RECENT_MILLISECONDS = 60_000;
const PAGE_SIZE = 500;

/** The time before which everything is in the lookups. */
export const recently = (): string => new Date(Date.now() - RECENT_MILLISECONDS).toISOString();

/** Brings the bans of a stored record in step with the list. Returns whether it has changed it. */
const enforceOn = (
  { reader, writer }: Table,
  kind: Kind,
  id: string,
  { organizationId, targets, isLifting = false, isSilent = false }: Enforcement,
): Promise<boolean> => {
  const { keyOf, fromItem, toItem } = KINDS[kind];
  return retryLostRaces(async () => {
    const stored = existing(await reader.get(keyOf(organizationId, id), { consistentRead: true }));
    if (stored === undefined) return false;
    const before: Person | Company = fromItem(stored);
    const list = await readSuppressions(reader, organizationId, targetsOf(before));
    const isListed = (target: Target) => list.entryOf(target) !== undefined;
    const after = withBans(before as Callable & typeof before, isListed, new Set(isLifting ? targets : []));
    if (isDeepStrictEqual(before, after)) return false;
    const record = { ...after, updatedAt: timestampOf(new Date()) };
    const item = toItem(organizationId, record as Person & Company);
    return (await writer.transact((now) => [putRecord(item, stored, { isSilent, now })])) ? true : LOST;
  });
};

/** Removes a suppressed number from an entry. Returns whether it had one. */
const enforceOnEntry = (
  { reader, writer }: Table,
  id: string,
  { organizationId, isSilent = false }: Enforcement,
): Promise<boolean> =>
  retryLostRaces(async () => {
    const stored = await readEntry(reader, organizationId, id);
    if (stored === LOST) return LOST;
    const number = stored?.entry.phone?.number;
    if (stored === undefined || typeof number !== 'string') return false;
    const target = numberTarget(number);
    const list = await readSuppressions(reader, organizationId, [target]);
    if (list.entryOf(target) === undefined) return false;
    const isChanged = await writer.transact((now) => {
      const entry = { ...stored.entry, phone: null, updatedAt: timestampOf(now) };
      return changeEntry(entry, stored, { organizationId, isSilent, now });
    });
    return isChanged ? true : LOST;
  });

/** The ids of what the lookups find by a value. */
const found = async (
  reader: TableReader,
  organizationId: string,
  name: Parameters<typeof lookupPartitions>[1],
  value: string,
): Promise<readonly string[]> => {
  const [partition = ''] = lookupPartitions(organizationId, name, value);
  return (await readItems(reader, { partition })).map(({ sk }) => String(sk));
};

/** People and companies that have a target, and entries that call it. */
const findHolders = async (reader: TableReader, organizationId: string, target: Target) => {
  const value = valueOfTarget(target);
  switch (kindOfTarget(target)) {
    case 'record':
      return { person: [value], company: [value], entries: [] };
    case 'address':
      return { person: await found(reader, organizationId, 'PERSON_EMAIL', value), company: [], entries: [] };
    case 'number': {
      const names = ['PERSON_PHONE', 'COMPANY_PHONE', 'ENTRY_PHONE'] as const;
      const [person = [], company = [], places = []] = await Promise.all(
        names.map((name) => found(reader, organizationId, name, value)),
      );
      return { person, company, entries: places.map((place) => placeOfText(place).id) };
    }
  }
};

/** Yields what changed since a time, or everything, in the index of changes. */
async function* changedSince<T>({ page }: Collection<T>, since: string | undefined): AsyncGenerator<T> {
  let position: string | undefined;
  let hasMore = true;
  while (hasMore) {
    const next = await page({ changedSince: since, descending: false, limit: PAGE_SIZE, position });
    yield* next.items.map(({ resource }) => resource);
    position = next.end ?? position;
    hasMore = next.hasMore;
  }
}

/**
 * Brings people, companies and entries in step with a change of the list, as far as the lookups list them.
 * Can be interrupted and repeated.
 */
export const enforceOnHolders = async (table: Table, enforcement: Enforcement): Promise<EnforcedCounts> => {
  const { organizationId, targets, isLifting = false, isDryRun = false } = enforcement;
  let records = 0;
  let entries = 0;
  const unmatched: Target[] = [];
  await forEachConcurrently(targets, CONCURRENCY, async (target) => {
    const holders = await findHolders(table.reader, organizationId, target);
    if (holders.person.length + holders.company.length === 0) unmatched.push(target);
    if (isDryRun) return;
    for (const kind of KIND_NAMES) {
      for (const id of holders[kind]) {
        const isChanged = await enforceOn(table, kind, id, enforcement);
        records += Number(isChanged);
      }
    }
    for (const id of isLifting ? [] : holders.entries) {
      const isChanged = await enforceOnEntry(table, id, enforcement);
      entries += Number(isChanged);
    }
  });
  return { records, entries, unmatched };
};

/** Brings in step the records and entries that have a wanted target, of those that changed since a time. */
const enforceOnChanged = async (
  table: Table,
  enforcement: Enforcement,
  isWanted: (target: Target) => boolean,
  since: string | undefined,
): Promise<Pick<EnforcedCounts, 'records' | 'entries'>> => {
  const { organizationId, isLifting = false } = enforcement;
  const { reader } = table;
  let records = 0;
  let entries = 0;
  for (const kind of KIND_NAMES) {
    const changed: AsyncIterable<Person | Company> =
      kind === 'person'
        ? changedSince(collectionOf('person', personFromItem)(reader, organizationId), since)
        : changedSince(collectionOf('company', companyFromItem)(reader, organizationId), since);
    for await (const record of changed) {
      if (!targetsOf(record).some(isWanted)) continue;
      records += Number(await enforceOn(table, kind, record.id, enforcement));
    }
  }
  if (isLifting) return { records, entries };
  for await (const { id, phone } of changedSince(
    createCallListEntries(reader, organizationId, undefined),
    since,
  )) {
    if (typeof phone?.number !== 'string' || !isWanted(numberTarget(phone.number))) continue;
    entries += Number(await enforceOnEntry(table, id, enforcement));
  }
  return { records, entries };
};

/**
 * Completes an enforcement: brings in step what has changed so recently that the lookups may not have listed
 * it.
 *
 * @param since a minute before the list changed
 */
export const enforceOnRecent = async (
  table: Table,
  enforcement: Enforcement,
  since = recently(),
): Promise<Pick<EnforcedCounts, 'records' | 'entries'>> => {
  const { organizationId, targets } = enforcement;
  const wanted = new Set(targets);
  if (wanted.size === 0) return { records: 0, entries: 0 };
  await setTimeout(LAG_MILLISECONDS);
  const counts = await enforceOnChanged(table, enforcement, (target) => wanted.has(target), since);
  await settleSuppressions(table, organizationId, targets);
  return counts;
};

/**
 * Brings the suppression list of a restored table, and all that it stores, in step with the list of the table
 * that it replaces: see {@link mergeSuppressions}. Reads all records if the list has grown.
 *
 * @returns the entries that were added, those that were lifted since, and what was changed
 */
export const restoreSuppressions = async (
  table: Table,
  old: TableReader,
  change: { readonly organizationId: string; readonly actor: Actor },
) => {
  const { organizationId } = change;
  const merged = await mergeSuppressions(table, old, change);
  if (merged === undefined) return { added: 0, lifted: 0, records: 0, entries: 0 };
  const { entries: added, lifted, isAdded, settle } = merged;
  if (added === 0) return { added, lifted, records: 0, entries: 0 };
  const counts = await enforceOnChanged(table, { organizationId, targets: [] }, isAdded, undefined);
  await settle();
  return { added, lifted, ...counts };
};

/** Both in turn. Takes at least {@link LAG_MILLISECONDS}. */
export const enforceSuppressions = async (
  table: Table,
  enforcement: Enforcement,
): Promise<EnforcedCounts> => {
  const since = recently();
  const found = await enforceOnHolders(table, enforcement);
  const recent = await enforceOnRecent(table, enforcement, since);
  return { ...found, records: found.records + recent.records, entries: found.entries + recent.entries };
};
