import { setTimeout } from 'node:timers/promises';
import { recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { isTransient, type JobStep } from '../../jobs/job-step.ts';
import { keepLease, LostLeaseError } from '../../jobs/keep-lease.ts';
import { deleteRecord } from '../../records/delete-record.ts';
import type { RecordKind } from '../../records/deletion.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { requiredString } from '../../table/items/attributes.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { Import, ImportUndo } from '../import.ts';
import { IMPORTS } from '../import-repository.ts';
import { forgetLastImport } from '../last-import.ts';
import { adaptToThrottling } from '../reader/run/adapt-to-throttling.ts';
import { hasCreated } from '../reader/run/import-marks.ts';
import { createImportFence, OutdatedImportError, orderOf, readSourceState } from '../source-state.ts';
import { ImportState } from '../steps/import-state.ts';
import { createdKinds, createdRecords, hasCreatedAllEntries } from './created-records.ts';
import { createdBy } from './undo-refusal.ts';

/** Records deleted concurrently. Entries of one list, whose deletions update its count, in turn. */
const CONCURRENCY = 8;

/** The waits for the index of changes while it lacks created records, in milliseconds. */
const WAITS = [500, 1_000, 2_000, 4_000] as const;

/** How long after an import the index may lack records, in milliseconds. */
const LAG_MILLISECONDS = 60_000;

/** How much later than it should a step still retries throttled writes, in milliseconds. */
const GRACE_MILLISECONDS = 20_000;

const SUPERSEDED =
  'Another import of this source has begun, whose file may contain the same records. ' +
  'The others are kept. Undo that import first.';

const INTERNAL =
  'The undo stopped because of an internal error. Contact the operator of the service, then undo the ' +
  'import again.';

/** Groups items whose deletions must not run concurrently. */
const groupsOf = (kind: RecordKind, items: readonly Item[]): readonly (readonly Item[])[] =>
  kind === 'call_list_entry'
    ? [...Map.groupBy(items, (item) => requiredString(item, 'pk')).values()]
    : items.map((item) => [item]);

/** Deletes what an import created and what has not been changed since, as long as the step may run. */
class Undo {
  readonly #table: Table;
  readonly #state: ImportState;
  readonly #mayContinue: () => boolean;

  constructor(table: Table, state: ImportState, mayContinue: () => boolean) {
    this.#table = table;
    this.#state = state;
    this.#mayContinue = mayContinue;
  }

  get undo(): ImportUndo {
    const { undo } = this.#state.item;
    if (undo === null) throw new Error('The import is not being undone.');
    return undo;
  }

  /** Returns how many records it deleted. */
  async #delete(kind: RecordKind, item: Item): Promise<number> {
    const { id, organizationId, settings } = this.#state.item;
    const order = { ...orderOf(this.#state.item), at: this.undo.startedAt, isDeleting: true };
    if (kind === 'call_list' && !(await hasCreatedAllEntries(this.#table.reader, this.#state.item, item))) {
      return 0;
    }
    const deleted = await deleteRecord(
      this.#table,
      { organizationId, kind, id: requiredString(item, 'id') },
      {
        actor: this.undo.startedBy,
        isSilent: settings.isSilent,
        fence: createImportFence(this.#table, order),
        isWanted: (stored) => hasCreated(id, stored),
      },
    );
    return deleted === undefined ? 0 : 1 + deleted.deletedEntries;
  }

  /** Saves how many records it deleted, even if it fails. Returns whether it deleted any. */
  async #deleteAll(kind: RecordKind, items: readonly Item[]): Promise<boolean> {
    let deleted = 0;
    try {
      await forEachConcurrently(groupsOf(kind, items), CONCURRENCY, async (group) => {
        for (const item of group) {
          const count = await this.#delete(kind, item);
          deleted += count;
        }
      });
    } finally {
      if (deleted > 0)
        await this.#state.change({ undo: { ...this.undo, deleted: this.undo.deleted + deleted } });
    }
    return deleted > 0;
  }

  /** Returns whether it has reached the end of all records. */
  async #pass(): Promise<boolean> {
    for (const kind of createdKinds(this.#state.item.kind)) {
      for await (const items of createdRecords(this.#table.reader, this.#state.item, kind)) {
        // A step that deletes nothing would be repeated for ever.
        if ((await this.#deleteAll(kind, items)) && !this.#mayContinue()) return false;
      }
    }
    return true;
  }

  /** Returns whether nothing is left to delete. */
  async run(): Promise<boolean> {
    if (!(await this.#pass())) return false;
    const since = Date.now() - Date.parse(this.#state.item.finishedAt ?? '');
    for (const wait of since > LAG_MILLISECONDS ? [] : WAITS) {
      if (this.undo.deleted >= createdBy(this.#state.item)) break;
      await setTimeout(wait);
      if (!(await this.#pass())) return false;
    }
    return true;
  }
}

/**
 * Undoes an import until it ends or time runs out. The caller holds the lease of its kind, so that no other
 * import of the queue writes meanwhile.
 *
 * @returns the import as it ended, or `undefined` if it continues in another step
 * @throws LostLeaseError if another invocation took the lease, and transient failures of the table
 */
export const runUndoStep = async (
  dependencies: { readonly table: Table; readonly leaseMilliseconds: number },
  queued: Import,
  { owner, remaining, isLastAttempt, isGivenUp }: JobStep,
): Promise<Import | undefined> => {
  const table = adaptToThrottling(dependencies.table, () => remaining() > -GRACE_MILLISECONDS);
  const state = new ImportState(table, queued);
  const lease = keepLease(
    dependencies.table,
    IMPORTS.jobIn(queued, queued.id),
    owner,
    dependencies.leaseMilliseconds,
    remaining,
  );
  const undoing = new Undo(table, state, () => {
    lease.assert();
    return remaining() > 0;
  });

  const end = async (problem: string | null): Promise<Import> => {
    const { organizationId, id, kind, source, fileName } = queued;
    const { undo } = undoing;
    const { deleted, statusBefore, startedBy } = undo;
    const finishedAt = timestampOf(new Date());
    const status = problem === null ? 'undone' : statusBefore;
    const kept = createdBy(state.item) - deleted;
    await state.leave({ status, undo: { ...undo, finishedAt, problem } }, owner, [
      forgetLastImport(queued),
      recordEntry(
        'import.undo_finished',
        { organizationId, actor: startedBy, targetId: id },
        {
          kind,
          source,
          file: fileName,
          deleted,
          kept: Math.max(0, kept),
          ...(problem === null ? {} : { problem }),
        },
      ),
    ]);
    return state.item;
  };

  try {
    if (isGivenUp) return await end(INTERNAL);
    const last = await readSourceState(table.reader, queued);
    if ((last?.importId ?? null) !== undoing.undo.lastImportId) return await end(SUPERSEDED);
    return (await undoing.run()) ? await end(null) : undefined;
  } catch (error) {
    if (error instanceof LostLeaseError) throw error;
    if (error instanceof OutdatedImportError) return await end(SUPERSEDED);
    if (isTransient(error) || !isLastAttempt) throw error;
    console.error(error);
    return await end(INTERNAL);
  } finally {
    lease.stop();
  }
};
