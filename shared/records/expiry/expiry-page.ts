import { KINDS, lookedUpReferences } from '../../kinds/kinds.ts';
import { PLAIN_KINDS, type PlainKind } from '../../kinds/names.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { changePartitions } from '../../table/items/change-keys.ts';
import { itemBytes } from '../../table/items/item-size.ts';
import { CHANGE_INDEX } from '../../table/items/schema.ts';
import { readMerged } from '../../table/paging/merged-partitions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { MAX_TRANSACTION_WRITES } from '../../table/writer.ts';
import type { ResourceLookup } from '../lookups/find-resources.ts';
import { lookupOf } from '../lookups/record-lookup.ts';
import { isAnnounced, type Phase } from '../retention/expiry-state.ts';
import { AHEAD_MILLISECONDS, dueAfter, judge, type RecordRetention } from '../retention/record-retention.ts';
import { targetKeysOf } from '../retention/record-touches.ts';
import { callListEntryFromItem } from '../store/call-list-entry-items.ts';
import { recordReader } from '../store/record-reader.ts';

interface Judged {
  /** Records that a call list or a person refers to. */
  readonly touched: readonly Item[];
  /** Records to announce, and when each is due. */
  readonly announced: ReadonlyMap<Item, number>;
  readonly expired: readonly Item[];
  /** The soonest time at which a record that stays is due; infinite if there is none. */
  readonly soonest: number;
}

/** What one page of a phase asks for. All of it fits into one transaction. */
export interface ExpiryPage extends Judged {
  /** The position of the last change; `undefined` on the last page of the phase. */
  readonly position: string | undefined;
}

const NOTHING: Judged = { touched: [], announced: new Map(), expired: [], soonest: Number.POSITIVE_INFINITY };

/** Leaves room for the count of what is deleted, the audit log and the state. */
const RECORDS = MAX_TRANSACTION_WRITES - 3;

/** An entry refers to a person and a company. */
const pageSizeOf = (phase: Phase): number =>
  phase === 'call-list-entry' ? Math.floor(RECORDS / 2) : RECORDS;

/** DynamoDB accepts 4 MB per transaction. */
const TRANSACTION_BYTES = 3_500_000;

/** Lookups of the people of companies at a time. */
const CONCURRENT_LOOKUPS = 8;

export interface Place {
  readonly reader: TableReader;
  readonly organizationId: string;
  readonly retention: RecordRetention;
  readonly now: Date;
  /** Whether to read with strong consistency: after a lost race. */
  readonly consistentRead: boolean;
}

const keyOf = ({ pk, sk }: Item) => ({ pk: String(pk), sk: String(sk) });

const positionOf = (change: Item): string => String(change[CHANGE_INDEX.sortKey]);

const timeOfPosition = (position: string): string => position.slice(0, position.indexOf('#'));

const FINDERS = PLAIN_KINDS.map((kind) => ({
  references: lookedUpReferences(kind),
  find: lookupOf<unknown>(kind, recordReader(KINDS[kind].fields)),
}));

/** Whether a lookup finds any record. Misses those that were stored within the last seconds. */
const findsAny = async (lookup: ResourceLookup<unknown>): Promise<boolean> => {
  let after: string | undefined;
  for (;;) {
    const page = await lookup.page({ limit: 10, after });
    if (page.items.length > 0) return true;
    if (!page.hasMore) return false;
    // Lookups of records that no longer have the value.
    after = page.end;
  }
};

/** Whether any record refers to this one: the people of a company, and the calls with a company or person. */
const hasReferrer = async (
  { reader, organizationId }: Place,
  kind: PlainKind,
  item: Item,
): Promise<boolean> => {
  for (const { references, find } of FINDERS) {
    for (const [field, to] of references) {
      if (to === kind && (await findsAny(find(reader, organizationId, { [field]: item['id'] })))) return true;
    }
  }
  return false;
};

/** The stored people and companies that entries refer to. */
const readTargets = async (
  { reader, organizationId, consistentRead }: Place,
  changes: readonly Item[],
): Promise<readonly Item[]> => {
  const entries = await reader.getMany(changes.map(keyOf), { consistentRead });
  const keys = targetKeysOf(organizationId, entries.map(callListEntryFromItem));
  return reader.getMany(keys, { consistentRead });
};

/** Touches what a page of call list entries refers to, if it is due. */
const judgeEntries = async (place: Place, changes: readonly Item[]): Promise<Judged> => {
  const targets = await readTargets(place, changes);
  const touched = targets.filter((target) => judge(target, place.retention, place.now).outcome !== 'keep');
  return { ...NOTHING, touched };
};

const judgeRecords = async (place: Place, phase: PlainKind, changes: readonly Item[]): Promise<Judged> => {
  const { reader, retention, now, consistentRead } = place;
  const touched: Item[] = [];
  const announced = new Map<Item, number>();
  const expired: Item[] = [];
  let soonest = Number.POSITIVE_INFINITY;
  const records = await reader.getMany(changes.map(keyOf), { consistentRead });
  await forEachConcurrently(records, CONCURRENT_LOOKUPS, async (record) => {
    const { outcome, due } = judge(record, retention, now, isAnnounced(phase));
    if (outcome !== 'keep' && (await hasReferrer(place, phase, record))) {
      touched.push(record);
      return;
    }
    if (outcome === 'expire') expired.push(record);
    else soonest = Math.min(soonest, due);
    if (outcome === 'announce') announced.set(record, due);
  });
  return { touched, announced, expired, soonest };
};

/** Judges a page of a phase, from the oldest change to the newest that can matter. */
export const judgePage = async (
  place: Place,
  phase: Phase,
  position: string | null,
  limit = pageSizeOf(phase),
): Promise<ExpiryPage> => {
  const { reader, organizationId, retention, now } = place;
  const changes = await readMerged(reader, {
    index: CHANGE_INDEX,
    partitions: changePartitions(organizationId, phase),
    descending: false,
    limit,
    position: position ?? undefined,
  });
  const page = changes.slice(0, limit);
  const last = changes.length > limit ? page.at(-1) : undefined;
  const dueOf = (change: Item): number => dueAfter(Date.parse(timeOfPosition(positionOf(change))), retention);
  // Any entry may refer to an old record, but a record that changed lately is not due.
  const isLate = (change: Item): boolean =>
    phase !== 'call-list-entry' && dueOf(change) > now.getTime() + AHEAD_MILLISECONDS;
  const firstLate = page.find(isLate);
  const judged = await (phase === 'call-list-entry'
    ? judgeEntries(place, page)
    : judgeRecords(
        place,
        phase,
        page.filter((change) => !isLate(change)),
      ));
  const written = [...judged.touched, ...judged.announced.keys(), ...judged.expired];
  if (limit > 1 && written.reduce((sum, item) => sum + itemBytes(item), 0) > TRANSACTION_BYTES) {
    return judgePage(place, phase, position, Math.ceil(limit / 2));
  }
  if (firstLate === undefined) return { ...judged, position: last && positionOf(last) };
  return { ...judged, soonest: Math.min(judged.soonest, dueOf(firstLate)), position: undefined };
};
