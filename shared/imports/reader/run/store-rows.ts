import { forEachConcurrently } from '../../../runtime/concurrency.ts';
import { withFullJitter } from '../../../table/backoff.ts';
import { itemBytes } from '../../../table/items/item-size.ts';
import type { TableKey } from '../../../table/items/keys.ts';
import { EXISTS } from '../../../table/items/versions.ts';
import { TableUnavailableError } from '../../../table/reader.ts';
import { MAX_TRANSACTION_WRITES, type TimedOperations, type WriteOperation } from '../../../table/writer.ts';
import { reasonOf } from '../drafts/row-error.ts';
import type { Outcome } from './import-report.ts';
import type { ImportRun } from './import-run.ts';

/** What a row changes. */
export interface Plan {
  readonly outcome: Outcome;
  /** The writes, if they are made now; undefined if nothing is to be written. */
  readonly operations: TimedOperations | undefined;
  /** Records that must still exist when the writes are made. */
  readonly requires?: readonly TableKey[];
  /** The bytes of the items that it updates, which count like those that it puts. */
  readonly updatedBytes?: number;
}

/** How rows of one kind are planned and written. */
export interface RowStore<Row, Snapshot, RowPlan extends Plan> {
  /** Reads the items that some rows depend on. */
  read(rows: readonly Row[]): Promise<Snapshot>;
  /** Throws a RowError if the row cannot be stored. */
  plan(row: Row, snapshot: Snapshot): RowPlan;
  /** Splits plans into groups that are written concurrently; the transactions of one group run in turn. */
  groups(planned: readonly Planned<Row, RowPlan>[]): Iterable<readonly Planned<Row, RowPlan>[]>;
  /** The groups in flight. */
  readonly concurrency: number;
  /** The writes that count what a transaction creates. */
  count(planned: readonly Planned<Row, RowPlan>[]): readonly WriteOperation[];
  done(row: Row, outcome: Outcome, plan: RowPlan): void;
  rejected(row: Row, reason: string): void;
}

/** The stored items of some keys, by id. */
export const readById = async ({ reader }: ImportRun, keys: readonly TableKey[]) =>
  new Map((await reader.getMany(keys, { consistentRead: true })).map((item) => [item['id'], item]));

export type Planned<Row, RowPlan extends Plan> = RowPlan & { readonly row: Row };

/** How often rows are read again after concurrent updates. */
const LOST_RACES = 12;
/** DynamoDB accepts 4 MB per transaction. The difference covers what the request adds to the items. */
const TRANSACTION_BYTES = 3_500_000;

/** The most operations of a transaction besides those of its rows: two of `RowStore.count`, and the fence. */
export const OTHER_OPERATIONS = 3;

const bytesOf = (operations: readonly WriteOperation[]): number =>
  operations.reduce(
    (sum, operation) => sum + ('put' in operation ? itemBytes(operation.put.Item ?? {}) : 0),
    0,
  );

/** The conditions that the records exist that some plans require, each once. */
const requirementsOf = (plans: readonly Plan[]): readonly WriteOperation[] => {
  const keys = new Map(plans.flatMap(({ requires = [] }) => requires.map((key) => [key.pk, key])));
  return [...keys.values()].map((key) => ({ check: { Key: { ...key }, ...EXISTS } }));
};

/** Splits plans, in order, into transactions that leave room for the counts. */
export const transactionsOf = <P extends Plan>(plans: readonly P[]): readonly (readonly P[])[] => {
  const transactions: P[][] = [];
  const now = new Date();
  let required = new Set<string>();
  let writes = 0;
  let bytes = 0;
  for (const plan of plans) {
    const operations = plan.operations?.(now) ?? [];
    const size = bytesOf(operations) + (plan.updatedBytes ?? 0);
    const requires = (plan.requires ?? []).map(({ pk }) => pk);
    writes += operations.length + requires.filter((pk) => !required.has(pk)).length;
    required = new Set([...required, ...requires]);
    bytes += size;
    const current = transactions.at(-1);
    if (
      current === undefined ||
      writes > MAX_TRANSACTION_WRITES - OTHER_OPERATIONS ||
      bytes > TRANSACTION_BYTES
    ) {
      transactions.push([plan]);
      required = new Set(requires);
      writes = operations.length + required.size;
      bytes = size;
    } else {
      current.push(plan);
    }
  }
  return transactions;
};

/**
 * Reads what is stored of some rows and writes what the rows change, on condition that it was not modified
 * since. After a concurrent update, the rows of its transaction are read and planned again.
 *
 * @param snapshot what is stored of the rows, if it is already being read
 */
export const storeRows = async <Row, Snapshot, RowPlan extends Plan>(
  rows: readonly Row[],
  store: RowStore<Row, Snapshot, RowPlan>,
  run: ImportRun,
  snapshot?: Promise<Snapshot>,
): Promise<void> => {
  /** Plans rows. One that changes nothing is done. */
  const planAll = (all: readonly Row[], stored: Snapshot): readonly Planned<Row, RowPlan>[] =>
    all.flatMap((row) => {
      try {
        const plan = store.plan(row, stored);
        if (plan.operations !== undefined) return [{ ...plan, row }];
        store.done(row, plan.outcome, plan);
      } catch (error) {
        store.rejected(row, reasonOf(error));
      }
      return [];
    });

  const storeGroup = async (group: readonly Planned<Row, RowPlan>[], race: number): Promise<void> => {
    if (race > LOST_RACES) {
      throw new TableUnavailableError('Concurrent updates keep changing the same records.');
    }
    for (const planned of transactionsOf(group)) {
      const counts = store.count(planned);
      const operations = (now: Date): readonly WriteOperation[] => [
        ...planned.flatMap((plan) => plan.operations?.(now) ?? []),
        ...counts,
        ...requirementsOf(planned),
        ...(run.fence === undefined ? [] : [run.fence.check()]),
      ];
      if (run.dryRun !== undefined || (await run.writer.transact(operations))) {
        for (const plan of planned) store.done(plan.row, plan.outcome, plan);
        continue;
      }
      await run.fence?.assertOpen();
      await withFullJitter(race);
      const again = planned.map(({ row }) => row);
      await storeGroup(planAll(again, await store.read(again)), race + 1);
    }
  };

  if (rows.length === 0) return;
  const groups = [...store.groups(planAll(rows, await (snapshot ?? store.read(rows))))];
  await forEachConcurrently(groups, store.concurrency, (group) => storeGroup(group, 1));
};
