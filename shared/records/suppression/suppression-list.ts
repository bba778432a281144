import { createHmac, randomBytes } from 'node:crypto';
import { recordEntry } from '../../audit-log/audit-entry.ts';
import type { Actor } from '../../contract/audit-log/audit-log.ts';
import { SUPPRESSED_KINDS, type SuppressedKind } from '../../contract/records/suppression-limits.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { batchesOf } from '../../table/batches.ts';
import { knownString, list, requiredNumber, requiredString } from '../../table/items/attributes.ts';
import {
  suppressionKey,
  suppressionListKey,
  suppressionPartitions,
} from '../../table/items/suppression-keys.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { nextVersion, unchangedSince, versionOf } from '../../table/items/versions.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import { readMerged } from '../../table/paging/merged-partitions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { kindOfTarget, type Target } from './suppression-targets.ts';

/** The source of what admins and operators add. */
export const MANUAL_SOURCE = '';

/** An entry of the list. It has a keyed hash of what is suppressed, and nothing else of it. */
export interface Suppression {
  /** The hash, as a UUID. */
  readonly id: string;
  readonly kind: SuppressedKind;
  /** The sources that forbid the calls; {@link MANUAL_SOURCE} for admins and operators. */
  readonly sources: readonly string[];
  readonly addedAt: string;
  /** The display name of who added it first. */
  readonly addedBy: string;
}

/** An entry as admins and operators see it. */
export const suppressionView = ({ sources, ...entry }: Suppression) => ({
  ...entry,
  sources: sources.filter((source) => source !== MANUAL_SOURCE),
  isManual: sources.includes(MANUAL_SOURCE),
});

const fromItem = (item: Item): Suppression => ({
  id: requiredString(item, 'sk'),
  kind: knownString(SUPPRESSED_KINDS, item, 'kind'),
  sources: list<string>(item, 'sources'),
  addedAt: requiredString(item, 'addedAt'),
  addedBy: requiredString(item, 'addedBy'),
});

/** 128 bits, written as a UUID. */
const hashOf = (secret: string, target: Target): string =>
  createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(target)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const readList = async (reader: TableReader, organizationId: string) => {
  const item = await reader.get(suppressionListKey(organizationId), { consistentRead: true });
  return item && { secret: requiredString(item, 'secret'), version: requiredNumber(item, 'version') };
};

/** How often the list has changed; 0 if nothing was ever on it. */
export const listVersion = async (reader: TableReader, organizationId: string): Promise<number> =>
  (await readList(reader, organizationId))?.version ?? 0;

/** What the list says of some targets. */
export interface Suppressions {
  /** Of the list, before its entries were read. */
  readonly version: number;
  readonly entryOf: (target: Target) => Suppression | undefined;
}

/** Reads what the list says of some targets, with strong consistency. One read unit if the list is empty. */
export const readSuppressions = async (
  reader: TableReader,
  organizationId: string,
  targets: readonly Target[],
): Promise<Suppressions> => {
  const found = await readList(reader, organizationId);
  if (found === undefined) return { version: 0, entryOf: () => undefined };
  const { secret, version } = found;
  const ids = new Map([...new Set(targets)].map((target) => [target, hashOf(secret, target)]));
  const items = await reader.getMany(
    [...ids.values()].map((id) => suppressionKey(organizationId, id)),
    { consistentRead: true },
  );
  const entries = new Map(items.map((item) => [item['sk'], fromItem(item)]));
  return { version, entryOf: (target) => entries.get(ids.get(target)) };
};

/** A page of the list, in the order of the hashes. */
export const listSuppressions = async (
  reader: TableReader,
  organizationId: string,
  { limit, position }: { readonly limit: number; readonly position: string | undefined },
) => {
  const partitions = suppressionPartitions(organizationId);
  const items = await readMerged(reader, { partitions, descending: false, limit, position });
  const suppressions = items.slice(0, limit).map(fromItem);
  return { suppressions, next: items.length > limit ? suppressions.at(-1)?.id : undefined };
};

/**
 * The list, which is created with its first entry.
 *
 * @param secret the key of its hashes if it is new. @default random
 */
const openList = (
  { reader, writer }: Table,
  organizationId: string,
  secret = randomBytes(32).toString('base64'),
) =>
  retryLostRaces(async () => {
    const found = await readList(reader, organizationId);
    if (found !== undefined) return found;
    const list = { secret, version: 1 };
    const Item = { ...suppressionListKey(organizationId), ...list };
    return (await writer.transact([{ put: { Item, ...unchangedSince(undefined) } }])) ? list : LOST;
  });

/** Who changes the list, on behalf of which source. */
export interface ListChange {
  readonly organizationId: string;
  readonly source: string;
  readonly actor: Actor;
}

/** Entries that a transaction changes. */
const BATCH = 80;
const PAGE_SIZE = 1_000;
const CONCURRENCY = 8;

/** What an entry of the list suppresses, as far as its change needs to know. */
interface ChangedEntry {
  readonly id: string;
  readonly kind: SuppressedKind;
}

/**
 * Changes entries, then notes in the list and the audit log that they changed: a writer of records that read
 * the list before finds another version of it afterwards, and reads it again.
 *
 * @param operationOf the write that changes an entry; undefined if it stays
 * @returns the changed entries, and the version of the list
 */
const changeEntries = async <E extends ChangedEntry>(
  table: Table,
  { organizationId, source, actor }: ListChange,
  action: 'suppression.added' | 'suppression.lifted',
  entries: readonly E[],
  operationOf: (entry: E, stored: Item | undefined) => WriteOperation | undefined,
): Promise<{ readonly changed: readonly E[]; readonly version: number }> => {
  const { secret, version } = await openList(table, organizationId);
  const changed: E[] = [];
  for (const batch of batchesOf(entries, BATCH)) {
    const written = await retryLostRaces(async () => {
      const keys = batch.map(({ id }) => suppressionKey(organizationId, id));
      const items = await table.reader.getMany(keys, { consistentRead: true });
      const stored = new Map(items.map((item) => [item['sk'], item]));
      const writes = batch.flatMap((entry) => {
        const operation = operationOf(entry, stored.get(entry.id));
        return operation === undefined ? [] : [{ entry, operation }];
      });
      if (writes.length === 0) return [];
      return (await table.writer.transact(writes.map(({ operation }) => operation))) ? writes : LOST;
    });
    changed.push(...written.map(({ entry }) => entry));
  }
  if (changed.length === 0) return { changed, version };
  const key = suppressionListKey(organizationId);
  const noted = await retryLostRaces(async () => {
    const now = await readList(table.reader, organizationId);
    if (now === undefined) throw new Error('The suppression list has no item of its own.');
    const [only, ...others] = changed;
    const targetId = only !== undefined && others.length === 0 ? only.id : organizationId;
    const kinds = Object.groupBy(changed, ({ kind }) => kind);
    const counts = Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all.length]));
    const isNoted = await table.writer.transact([
      { put: { Item: nextVersion({ ...key, secret }, now.version), ...unchangedSince(now.version) } },
      recordEntry(
        action,
        { organizationId, actor, targetId },
        { ...counts, ...(source === MANUAL_SOURCE ? {} : { source }) },
      ),
    ]);
    return isNoted ? now.version + 1 : LOST;
  });
  return { changed, version: noted };
};

/** Changes the entries of targets: see {@link changeEntries}. */
const changeTargets = async (
  table: Table,
  change: ListChange,
  action: 'suppression.added' | 'suppression.lifted',
  targets: readonly Target[],
  operationOf: (target: Target, id: string, stored: Item | undefined) => WriteOperation | undefined,
): Promise<{ readonly changed: readonly Target[]; readonly version: number }> => {
  const { secret } = await openList(table, change.organizationId);
  const entries = [...new Set(targets)].map((target) => ({
    target,
    id: hashOf(secret, target),
    kind: kindOfTarget(target),
  }));
  const { changed, version } = await changeEntries(table, change, action, entries, ({ target, id }, stored) =>
    operationOf(target, id, stored),
  );
  return { changed: changed.map(({ target }) => target), version };
};

/**
 * Puts targets on the list. It does not change the records that have them: `enforce-suppressions` does.
 *
 * @returns those that were not on it, or not by this source, or whose records are not known to be changed
 */
export const addSuppressions = (table: Table, change: ListChange, targets: readonly Target[]) =>
  changeTargets(table, change, 'suppression.added', targets, (target, id, stored) => {
    const sources = stored === undefined ? [] : fromItem(stored).sources;
    const isKnown = sources.includes(change.source);
    if (isKnown && stored?.['isPending'] !== true) return undefined;
    const item = nextVersion(
      {
        kind: kindOfTarget(target),
        addedAt: timestampOf(new Date()),
        addedBy: change.actor.name,
        isPending: true,
        ...stored,
        ...suppressionKey(change.organizationId, id),
        sources: isKnown ? sources : [...sources, change.source],
      },
      versionOf(stored),
    );
    return { put: { Item: item, ...unchangedSince(versionOf(stored)) } };
  });

/** Notes that all records that have the targets are changed. Otherwise a repetition changes them. */
export const settleSuppressions = async (
  table: Table,
  organizationId: string,
  targets: readonly Target[],
): Promise<void> => {
  const found = await readList(table.reader, organizationId);
  if (found === undefined) return;
  await settleEntries(
    table,
    organizationId,
    targets.map((target) => hashOf(found.secret, target)),
  );
};

const settleEntries = ({ writer }: Table, organizationId: string, ids: readonly string[]): Promise<void> =>
  forEachConcurrently(ids, CONCURRENCY, async (id) => {
    const condition = {
      ConditionExpression: '#isPending = :pending',
      ExpressionAttributeValues: { ':pending': true },
    };
    await writer.update(updateOf(suppressionKey(organizationId, id), { isPending: false }, condition));
  });

/** Every entry of the list. */
async function* allEntries(reader: TableReader, organizationId: string): AsyncGenerator<Suppression> {
  let position: string | undefined;
  do {
    const page = await listSuppressions(reader, organizationId, { limit: PAGE_SIZE, position });
    yield* page.suppressions;
    position = page.next;
  } while (position !== undefined);
}

/** A list that a restored table has brought up to date. */
export interface MergedList {
  /** Entries that the restored table lacked, or that its records may not obey yet. */
  readonly entries: number;
  /** Entries that the restored table has, and the replaced one has not: they were lifted since. */
  readonly lifted: number;
  readonly isAdded: (target: Target) => boolean;
  /** To be called once all records obey. */
  readonly settle: () => Promise<void>;
}

/**
 * Adds to the list of a restored table what the table that it replaces has on its list: numbers and addresses
 * that were banned after the restored moment. Nothing is taken off. Can be interrupted and repeated.
 *
 * @param old reads the table that is replaced
 * @returns `undefined` if that has no list
 * @throws Error if the two lists have different keys, so that their hashes cannot be compared
 */
export const mergeSuppressions = async (
  table: Table,
  old: TableReader,
  { organizationId, actor }: Omit<ListChange, 'source'>,
): Promise<MergedList | undefined> => {
  const oldList = await readList(old, organizationId);
  if (oldList === undefined) return undefined;
  const { secret } = await openList(table, organizationId, oldList.secret);
  if (secret !== oldList.secret) {
    throw new Error(`The suppression lists of ${organizationId} have different keys.`);
  }
  const oldIds = new Set<string>();
  const added = new Set<string>();
  const merge = async (entries: readonly Suppression[]): Promise<void> => {
    const change = { organizationId, source: MANUAL_SOURCE, actor };
    const { changed } = await changeEntries(table, change, 'suppression.added', entries, (entry, stored) => {
      const { id, kind, addedAt, addedBy } = entry;
      const sources = [...new Set([...(stored ? fromItem(stored).sources : []), ...entry.sources])];
      const isKnown = stored !== undefined && sources.length === fromItem(stored).sources.length;
      if (isKnown && stored['isPending'] !== true) return undefined;
      const key = suppressionKey(organizationId, id);
      const item = { kind, addedAt, addedBy, ...stored, ...key, sources, isPending: true };
      const version = versionOf(stored);
      return { put: { Item: nextVersion(item, version), ...unchangedSince(version) } };
    });
    for (const { id } of changed) added.add(id);
  };
  let batch: Suppression[] = [];
  for await (const entry of allEntries(old, organizationId)) {
    oldIds.add(entry.id);
    batch.push(entry);
    if (batch.length < PAGE_SIZE) continue;
    await merge(batch);
    batch = [];
  }
  await merge(batch);
  let lifted = 0;
  for await (const { id } of allEntries(table.reader, organizationId)) lifted += Number(!oldIds.has(id));
  return {
    entries: added.size,
    lifted,
    isAdded: (target) => added.has(hashOf(secret, target)),
    settle: () => settleEntries(table, organizationId, [...added]),
  };
};

/**
 * Takes targets from the list as far as a source put them there; {@link MANUAL_SOURCE} takes them from it
 * whoever did.
 *
 * @returns those that are not on it any more
 */
export const liftSuppressions = async (table: Table, change: ListChange, targets: readonly Target[]) => {
  const kept = new Set<Target>();
  const { changed, version } = await changeTargets(
    table,
    change,
    'suppression.lifted',
    targets,
    (target, id, stored) => {
      if (stored === undefined) return undefined;
      const entry = fromItem(stored);
      const isManual = change.source === MANUAL_SOURCE;
      const sources = isManual ? [] : entry.sources.filter((source) => source !== change.source);
      if (!isManual && sources.length === entry.sources.length) return undefined;
      const key = suppressionKey(change.organizationId, id);
      const condition = unchangedSince(versionOf(stored));
      if (sources.length === 0) return { delete: { Key: { ...key }, ...condition } };
      kept.add(target);
      return { put: { Item: nextVersion({ ...stored, sources }, versionOf(stored)), ...condition } };
    },
  );
  return { changed: changed.filter((target) => !kept.has(target)), version };
};
