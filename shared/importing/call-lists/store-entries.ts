import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { withFullJitter } from '../../table/backoff.ts';
import { addToEntryCount } from '../../table/call-lists/call-list-writes.ts';
import { TableUnavailableError } from '../../table/reader.ts';
import { MAX_TRANSACTION_WRITES } from '../../table/writer.ts';
import { reasonOf } from '../rows/row-error.ts';
import type { Outcome } from '../run/import-report.ts';
import type { ImportRun } from '../run/import-run.ts';
import { type EntrySnapshot, readEntrySnapshot } from './entry-snapshot.ts';
import { type EntryPlan, type IdentifiedEntry, planEntry } from './plan-entry.ts';

const LOST_RACES = 12;
/** Lists that are written concurrently. Transactions of one list run in turn, since each updates its count. */
const CONCURRENT_LISTS = 12;

type PlannedEntry = IdentifiedEntry & EntryPlan;

/** Receives the outcome of each entry. */
export interface EntryResults {
  done(entry: IdentifiedEntry, outcome: Outcome): void;
  rejected(entry: IdentifiedEntry, reason: string): void;
}

const planAll = (
  entries: readonly IdentifiedEntry[],
  snapshot: EntrySnapshot,
  run: ImportRun,
  results: EntryResults,
): readonly PlannedEntry[] =>
  entries.flatMap((entry) => {
    try {
      return [{ ...entry, ...planEntry(entry, snapshot, run) }];
    } catch (error) {
      results.rejected(entry, reasonOf(error));
      return [];
    }
  });

const chunksOf = (entries: readonly PlannedEntry[]): readonly (readonly PlannedEntry[])[] => {
  const chunks: PlannedEntry[][] = [];
  let writes = MAX_TRANSACTION_WRITES;
  for (const entry of entries) {
    writes += entry.operations.length;
    if (writes >= MAX_TRANSACTION_WRITES) {
      chunks.push([]);
      writes = entry.operations.length;
    }
    chunks.at(-1)?.push(entry);
  }
  return chunks;
};

/**
 * Writes entries of one list and counts the new ones, one transaction per chunk. After a concurrent update a chunk is
 * read and planned again, and may then need more than one transaction.
 */
const storeOfList = async (
  callListId: string,
  entries: readonly PlannedEntry[],
  run: ImportRun,
  results: EntryResults,
  race = 1,
): Promise<void> => {
  if (race > LOST_RACES)
    throw new TableUnavailableError('Concurrent updates keep changing the same call list.');
  for (const chunk of chunksOf(entries)) {
    const added = chunk.filter(({ outcome }) => outcome === 'created').length;
    const operations = chunk.flatMap((entry) => entry.operations);
    if (added > 0) operations.push(addToEntryCount(run.organizationId, callListId, added));
    if (operations.length === 0 || run.dryRun !== undefined || (await run.writer.transact(operations))) {
      for (const entry of chunk) results.done(entry, entry.outcome);
      continue;
    }
    await withFullJitter(race);
    const planned = planAll(chunk, await readEntrySnapshot(chunk, run), run, results);
    await storeOfList(callListId, planned, run, results, race + 1);
  }
};

/**
 * Writes entries of any number of stored call lists.
 *
 * @param entries of distinct ids
 */
export const storeEntries = async (
  entries: readonly IdentifiedEntry[],
  run: ImportRun,
  results: EntryResults,
): Promise<void> => {
  if (entries.length === 0) return;
  const snapshot = await readEntrySnapshot(entries, run);
  const byList = Map.groupBy(planAll(entries, snapshot, run, results), ({ callListId }) => callListId);
  await forEachConcurrently([...byList], CONCURRENT_LISTS, ([callListId, planned]) =>
    storeOfList(callListId, planned, run, results),
  );
};
