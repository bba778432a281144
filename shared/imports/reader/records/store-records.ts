import { isDeepStrictEqual } from 'node:util';
import { timestampOf } from '../../../domain/timestamp.ts';
import { sourceKeyOf } from '../../../domain/values/external-id.ts';
import { needsMark } from '../../../records/retention/record-retention.ts';
import { touchOf } from '../../../records/retention/record-touches.ts';
import { putAlias } from '../../../records/store/record-aliases.ts';
import { addToCollectionCount, putRecord } from '../../../records/store/record-writes.ts';
import { type Callable, numberTarget, withBans } from '../../../records/suppression/suppression-targets.ts';
import { batchesOf } from '../../../table/batches.ts';
import { itemBytes, MAX_ITEM_BYTES } from '../../../table/items/item-size.ts';
import { personKey } from '../../../table/items/keys.ts';
import { existing } from '../../../table/items/versions.ts';
import { MAX_TRANSACTION_WRITES } from '../../../table/writer.ts';
import { type ImportedRecord, isCallable, type RecordDraft } from '../drafts/record-draft.ts';
import { RowError } from '../drafts/row-error.ts';
import type { Outcome } from '../run/import-report.ts';
import type { ImportRun } from '../run/import-run.ts';
import { OTHER_OPERATIONS, type Plan, type RowStore, readById, storeRows } from '../run/store-rows.ts';
import { type BanList, readBans } from './import-bans.ts';
import { countEmptied, mergeDraft, withoutBlanks } from './merge-draft.ts';
import type { IdentifiedRow } from './merge-rows.ts';
import type { RecordKind } from './record-kinds.ts';

/**
 * Records per transaction: as many as it takes besides their count. Most of the cost of a single write is the
 * call.
 */
export const TRANSACTION_RECORDS = MAX_TRANSACTION_WRITES - OTHER_OPERATIONS;
export const CONCURRENT_TRANSACTIONS = 4;

/**
 * A control character takes six bytes in JSON, so a record that an item holds may exceed what an event can.
 * This leaves room for the rest of the event.
 */
const MAX_JSON_BYTES = 900_000;

interface RecordPlan extends Plan {
  /** Whether the write creates the record. A resumed import also reports what it created before. */
  readonly isNew: boolean;
  /** Stored values that the write empties. */
  readonly emptied?: number;
}

type Bans = Pick<Callable, 'doNotCall' | 'phones'>;

/** Warns once of each ban on calls that a row lifts, or would lift if another source had not listed it. */
const noteBans = (
  { draft, rows: [row] }: IdentifiedRow,
  before: Bans | undefined,
  record: Bans,
  isListed: BanList['isListed'],
): void => {
  if (row === undefined) return;
  const note = (field: string, value: string, reason: string): void => {
    const warning = { field, value, reason: `${field}: ${reason}` };
    // A row is planned again after a concurrent update.
    if (!row.warnings.some((known) => isDeepStrictEqual(known, warning))) row.warnings.push(warning);
  };
  const kept = 'the suppression list forbids calls, and only its source or an admin allows them';
  const allowsAll = draft.values['doNotCall'] === false;
  if (allowsAll && record.doNotCall) note('doNotCall', 'false', kept);
  const given = draft.typed['phones']?.types === 'all' ? draft.typed['phones'].values : [];
  for (const { number, doNotCall } of record.phones) {
    if (!doNotCall || number === null) continue;
    const says = (ban: boolean): boolean =>
      given.some((phone) => isDeepStrictEqual(Object(phone), { ...Object(phone), number, doNotCall: ban }));
    if (says(false) || (allowsAll && isListed(numberTarget(number)) && !says(true))) {
      note('phones', number, kept);
    }
  }
  if (before === undefined) return;
  const lifted = before.doNotCall && !record.doNotCall ? [{ field: 'doNotCall', value: 'false' }] : [];
  const allowed = new Set(record.phones.filter(({ doNotCall }) => !doNotCall).map(({ number }) => number));
  const liftedNumbers = before.phones.flatMap(({ number, doNotCall }) =>
    doNotCall && number !== null && allowed.has(number) ? [{ field: 'phones', value: number }] : [],
  );
  for (const { field, value } of [...lifted, ...liftedNumbers]) {
    note(field, value, 'lifts the stored ban on calls');
  }
};

/** Throws a RowError if a row is of a record that only other sources have. */
const requireOfSource = (
  only: string,
  { source }: RecordDraft,
  before: Pick<ImportedRecord, 'externalIds'> | undefined,
): void => {
  const sources = [source ?? before?.externalIds.map((each) => each.source) ?? []].flat();
  if (sources.length === 0 || sources.some((each) => sourceKeyOf(each) === sourceKeyOf(only))) return;
  throw new RowError(`id: the record is of ${sources.join(', ')}, and the API key may only import ${only}`);
};

/** Merges a row into the stored record. Throws a RowError if the result cannot be stored. */
const planRecord = (
  row: IdentifiedRow,
  kind: RecordKind,
  run: ImportRun,
  { stored: records, list }: StoredRecords,
  isOnlyCreating: boolean,
): RecordPlan => {
  const { id } = row;
  const draft = run.isKeepingBlank === true ? withoutBlanks(row.draft) : row.draft;
  const now = timestampOf(new Date());
  const stored = records.get(id);
  const item = existing(stored);
  const before = item === undefined ? undefined : kind.fromItem(item);
  if (run.isBound === true && !isOnlyCreating) requireOfSource(run.source, draft, before);
  const merged = mergeDraft(draft, before ?? kind.emptyRecord(id, now)) as Record<string, unknown> & Callable;
  const candidate = {
    ...(kind.isCallable ? withBans(merged, list.isListed) : merged),
    updatedAt: draft.values['updatedAt'] ?? now,
  };
  if (
    (isOnlyCreating && before !== undefined) ||
    isDeepStrictEqual({ ...before, ...candidate, updatedAt: null }, { ...before, updatedAt: null })
  ) {
    if (!isOnlyCreating && kind.isCallable) noteBans(row, undefined, candidate, list.isListed);
    const outcome = row.isFurther ? 'unchanged' : run.marks.outcomeOf(item);
    const unchanged = { outcome, isNew: false } as const;
    if (!run.marksTouches || item === undefined || !needsMark(item, new Date())) {
      return { ...unchanged, operations: undefined };
    }
    return {
      ...unchanged,
      operations: (at) => [{ update: touchOf(item, at) }],
      updatedBytes: itemBytes(item),
    };
  }
  const { record, item: next } = kind.toRecord(run.organizationId, candidate);
  const outcome = before === undefined ? 'created' : 'changed';
  const mark = run.marks.markOf(outcome);
  const write = (at: Date) => putRecord(next, stored, { ...run, now: at, mark });
  const bytes = itemBytes(write(new Date()).put.Item);
  if (bytes > MAX_ITEM_BYTES) {
    throw new RowError(`the record would be larger than the ${MAX_ITEM_BYTES / 1024} KB that can be stored`);
  }
  if (bytes * 6 > MAX_JSON_BYTES && Buffer.byteLength(JSON.stringify(record)) > MAX_JSON_BYTES) {
    throw new RowError('the record has too many control characters for an event of 1 MB');
  }
  if (isCallable(record)) {
    const called = before !== undefined && isCallable(before) ? before : undefined;
    run.dryRun?.note(called, record);
    noteBans(row, called, record, list.isListed);
  }
  // Others of the same import may name a company that the index of companies does not list yet.
  if (kind.name === 'company') run.companies.add(record);
  const { personId = null } = record;
  // A person may be erased meanwhile: the erasure finds only what a record of the person already held.
  const requires =
    personId === null || personId === before?.personId ? [] : [personKey(run.organizationId, personId)];
  return {
    requires,
    outcome,
    operations: (at) => [write(at), ...row.aliases.map((alias) => putAlias(run.organizationId, alias, id))],
    isNew: before === undefined,
    emptied: before === undefined ? 0 : countEmptied({ ...before }, { ...record }),
  };
};

/** The stored records of some rows, by id, and what the suppression list says of them. */
export interface StoredRecords {
  readonly stored: Awaited<ReturnType<typeof readById>>;
  readonly list: BanList;
}

export const readRecords = async (
  rows: readonly IdentifiedRow[],
  kind: RecordKind,
  run: ImportRun,
): Promise<StoredRecords> => {
  const keys = rows.map(({ id }) => kind.keyOf(run.organizationId, id));
  const [stored, { version, entryOf }] = await Promise.all([
    readById(run, keys),
    readBans(run, kind.isCallable ? rows : []),
  ]);
  return { stored, list: { version, isListed: (target) => entryOf(target) !== undefined } };
};

interface Results extends Pick<RowStore<IdentifiedRow, unknown, RecordPlan>, 'rejected'> {
  readonly done: (row: IdentifiedRow, outcome: Outcome) => void;
  /** Whether stored records stay as they are. Default: false. */
  readonly isOnlyCreating?: boolean;
}

/**
 * Writes the records that some rows change.
 *
 * @param snapshot the result of {@link readRecords}. Default: reads them
 */
export const storeRecords = (
  rows: readonly IdentifiedRow[],
  kind: RecordKind,
  run: ImportRun,
  { isOnlyCreating = false, done, rejected }: Results,
  snapshot?: StoredRecords,
): Promise<void> =>
  storeRows(
    rows,
    {
      read: (some) => readRecords(some, kind, run),
      plan: (row, read) => planRecord(row, kind, run, read, isOnlyCreating),
      groups: (planned) => batchesOf(planned, TRANSACTION_RECORDS),
      concurrency: CONCURRENT_TRANSACTIONS,
      count: (planned) =>
        addToCollectionCount(run.organizationId, kind.name, planned.filter(({ isNew }) => isNew).length),
      done: (row, outcome, plan) => {
        run.report.valuesEmptied += plan.emptied ?? 0;
        done(row, outcome);
      },
      rejected,
    },
    run,
    snapshot === undefined ? undefined : Promise.resolve(snapshot),
  );
