import { type CallList, callListSchema } from '../../domain/call-list.ts';
import { withFullJitter } from '../../table/backoff.ts';
import { batchesOf } from '../../table/batches.ts';
import { callListFromItem } from '../../table/call-lists/call-list-mapper.ts';
import {
  addToCallListCounts,
  changeCallList,
  createCallList,
} from '../../table/call-lists/call-list-writes.ts';
import { callListKey } from '../../table/items/keys.ts';
import { versionOf } from '../../table/items/versions.ts';
import { type Item, TableUnavailableError } from '../../table/reader.ts';
import { MAX_TRANSACTION_WRITES, type WriteOperation } from '../../table/writer.ts';
import { RowError, reasonOf } from '../rows/row-error.ts';
import { validated } from '../rows/validation.ts';
import type { Outcome } from '../run/import-report.ts';
import type { ImportRun } from '../run/import-run.ts';

const LOST_RACES = 12;

/** The fields of a call list that the rows of a file give; null for the others. */
export interface CallListFields {
  readonly id: string;
  readonly name: string | null;
  readonly isLocked: boolean | null;
  readonly createdAt: string | null;
}

/** The outcome of a call list, or why it cannot be stored. */
export type CallListResult = { readonly outcome: Outcome } | { readonly reason: string };

interface Plan {
  readonly outcome: Outcome;
  readonly operation?: WriteOperation;
  readonly locked: number;
}

const plan = (fields: CallListFields, stored: Item | undefined, run: ImportRun): Plan => {
  const before = stored === undefined ? undefined : callListFromItem(stored);
  if (before === undefined && fields.name === null) {
    throw new RowError('name: a new call list needs one');
  }
  const after: CallList = validated(callListSchema, {
    id: fields.id,
    name: fields.name ?? before?.name,
    isLocked: fields.isLocked ?? before?.isLocked ?? false,
    createdAt: fields.createdAt ?? before?.createdAt ?? run.now(),
  });
  if (before === undefined) {
    return { outcome: 'created', operation: createCallList(after, run), locked: Number(after.isLocked) };
  }
  const isSame =
    after.name === before.name && after.isLocked === before.isLocked && after.createdAt === before.createdAt;
  if (isSame) return { outcome: 'unchanged', locked: 0 };
  return {
    outcome: 'changed',
    operation: changeCallList(after, versionOf(stored) ?? 0, run),
    locked: Number(after.isLocked) - Number(before.isLocked),
  };
};

/** Writes a batch of lists and their counters in one transaction, and retries after a concurrent update. */
const storeBatch = async (
  batch: readonly CallListFields[],
  run: ImportRun,
): Promise<ReadonlyMap<string, CallListResult>> => {
  for (let race = 1; race <= LOST_RACES; race++) {
    const items = await run.reader.getMany(
      batch.map(({ id }) => callListKey(run.organizationId, id)),
      { consistentRead: true },
    );
    const stored = new Map(items.map((item) => [item['id'], item]));
    const results = new Map<string, CallListResult>();
    const plans: Plan[] = [];
    for (const fields of batch) {
      try {
        const planned = plan(fields, stored.get(fields.id), run);
        plans.push(planned);
        results.set(fields.id, { outcome: planned.outcome });
      } catch (error) {
        results.set(fields.id, { reason: reasonOf(error) });
      }
    }
    const operations = plans.flatMap(({ operation = [] }) => operation);
    const total = plans.filter(({ outcome }) => outcome === 'created').length;
    const locked = plans.reduce((sum, planned) => sum + planned.locked, 0);
    if (total !== 0 || locked !== 0) {
      operations.push(addToCallListCounts(run.organizationId, { total, locked }));
    }
    if (operations.length === 0 || run.dryRun !== undefined || (await run.writer.transact(operations))) {
      return results;
    }
    await withFullJitter(race);
  }
  throw new TableUnavailableError('Concurrent updates keep changing the same call lists.');
};

/**
 * Creates and changes call lists, without their entries. Many lists share a transaction, because each transaction
 * also updates the organization's counters, which only one at a time can do.
 *
 * @param lists distinct call lists
 * @returns the outcome of each, by id
 */
export const storeCallLists = async (
  lists: readonly CallListFields[],
  run: ImportRun,
): Promise<ReadonlyMap<string, CallListResult>> => {
  const results = new Map<string, CallListResult>();
  for (const batch of batchesOf(lists, MAX_TRANSACTION_WRITES - 1)) {
    for (const [id, result] of await storeBatch(batch, run)) results.set(id, result);
  }
  return results;
};
