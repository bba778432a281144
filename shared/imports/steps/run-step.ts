import { isDeepStrictEqual } from 'node:util';
import { timestampOf } from '../../domain/timestamp.ts';
import { isTransient, type JobStep } from '../../jobs/job-step.ts';
import { keepLease, LostLeaseError } from '../../jobs/keep-lease.ts';
import { camelOf } from '../../kinds/names.ts';
import { marksTouches } from '../../records/retention/record-retention.ts';
import { ObjectChangedError, type ObjectStore } from '../../runtime/bucket/object-store.ts';
import type { Table } from '../../table/table.ts';
import type { Import, ImportStatus } from '../import.ts';
import { IMPORTS } from '../import-repository.ts';
import { readLastImport } from '../last-import.ts';
import { keysBeside, reportKeyOf } from '../object-keys.ts';
import { ImportInputError } from '../reader/columns/column-mapping.ts';
import { deleteMissing } from '../reader/missing/delete-missing.ts';
import { adaptToThrottling } from '../reader/run/adapt-to-throttling.ts';
import type { ImportReport } from '../reader/run/import-report.ts';
import {
  createImportFence,
  isSuperseded,
  noteSkipped,
  OutdatedImportError,
  orderOf,
} from '../source-state.ts';
import { fileOfImport, hashOf, OutOfTimeError } from './file-of-import.ts';
import { ImportState } from './import-state.ts';
import { RowImport, type StepDependencies } from './row-import.ts';

/** Writes what became of an import to an object next to its file. */
const writeReport = async (
  objects: ObjectStore,
  item: Import,
  report: Pick<ImportReport, 'columns' | 'filesWithoutRows'> | undefined,
): Promise<void> => {
  const { id, kind, source, fileName: file, status, problem, sameAs, startedBy, createdAt } = item;
  const { startedAt, finishedAt, size, contentHash, settings, counts, deletions } = item;
  const document = {
    ...{
      import: id,
      kind,
      source,
      file,
      status,
      problem,
      sameAs,
      startedBy,
      createdAt,
      startedAt,
      finishedAt,
    },
    ...{ size, contentHash, settings, counts, deletions },
    columns: report?.columns[file] ?? [],
    hasRows: report === undefined ? null : report.filesWithoutRows.length === 0,
  };
  const text = `${JSON.stringify(document, null, 2)}\n`;
  for (const key of keysBeside(item, reportKeyOf)) await objects.write(key, text, 'application/json');
};

/** How much later than it should a step ends without a checkpoint, in milliseconds. */
const GRACE_MILLISECONDS = 20_000;

/** The least time for finding and starting deletions, in milliseconds. */
const DELETION_MILLISECONDS = 300_000;

/**
 * The writes in flight of an import by key, which runs at any time of the day and must not be felt by
 * readers: each write is a transaction of up to 98 records.
 */
const WRITES_OF_KEYS = 1;

const TOO_LARGE =
  'The file is too large: a step of the import cannot read it in its time. Split it into several files.';

const REPEAT_ANYWAY = 'Repeat the import to run it anyway.';

const DELETIONS_OUTDATED =
  'Another import of this source finished before the confirmed deletions were made, so nothing was ' +
  'deleted. Repeat the import to find what is missing now.';

const PROCESS_LOST =
  'The import repeatedly ran out of memory or time on the same rows. Imported rows are kept. ' +
  'Split the file, or sort it by id if rows are merged, and import it again.';

const INTERNAL =
  'The import failed because of an internal error. Imported rows are kept. ' +
  'Contact the operator of the service, then repeat the import.';

/** The id of the last import, if this one has the same content and settings, and nothing to do. */
const sameImport = async (
  { reader }: Table,
  item: Import,
  contentHash: string,
): Promise<string | undefined> => {
  const last = await readLastImport(reader, item);
  if (last?.contentHash !== contentHash || !isDeepStrictEqual(last.settings, item.settings)) return undefined;
  // Records that no import meets expire.
  return (await marksTouches(reader, item.organizationId)) ? undefined : last.importId;
};

/**
 * Runs an import until it ends or time runs out. The caller holds the lease of its kind.
 *
 * @returns the import as it ended, or `undefined` if it continues in another step
 * @throws LostLeaseError if another invocation took the lease, and transient failures of the table or the
 * bucket. The next step continues at the last checkpoint.
 */
export const runStep = async (
  dependencies: StepDependencies,
  queued: Import,
  { owner, remaining, isLastAttempt, isGivenUp }: JobStep,
): Promise<Import | undefined> => {
  const { objects, leaseMilliseconds } = dependencies;
  const isOutOfTime = () => remaining() < -GRACE_MILLISECONDS;
  // A throttled step that has no time left fails: what it has not stored is repeated.
  const mostWrites = queued.batchId === null ? undefined : WRITES_OF_KEYS;
  const table = adaptToThrottling(dependencies.table, () => !isOutOfTime(), mostWrites);
  const state = new ImportState(table, queued);
  const order = orderOf(queued);
  const fence = createImportFence(table, order);
  const rows = new RowImport({ ...dependencies, table }, state, fence);
  const lease = keepLease(
    dependencies.table,
    IMPORTS.jobIn(queued, queued.id),
    owner,
    leaseMilliseconds,
    remaining,
    () => rows.bytesRead,
  );
  const assertTime = () => {
    lease.assert();
    if (isOutOfTime()) throw new OutOfTimeError('The step ran out of time.');
  };
  const object = fileOfImport(objects, queued, assertTime);

  const finish = async (status: ImportStatus, changes: Partial<Import>, report?: ImportReport) => {
    const ended = { ...state.item, ...changes, status, finishedAt: timestampOf(new Date()) };
    await rows.files.publish();
    // Written before the status: an import that has ended always has its report. Of a batch, the API has it.
    if (ended.batchId === null) await writeReport(objects, ended, report);
    await state.end(ended, owner);
    return state.item;
  };

  const importRows = async (): Promise<Import | undefined> => {
    const report = await rows.run(object, remaining);
    if (rows.isStopping) return undefined;
    const hasStoredRows = rows.hasAdvanced;
    await rows.save();
    const { size } = state.item;
    if (!order.isDeleting && !rows.read.hasDeleted) {
      return finish('completed', { bytesRead: size }, report);
    }
    // Its own step, unless this one had nothing else to do.
    if (hasStoredRows && remaining() < DELETION_MILLISECONDS) return undefined;
    const { organizationId, kind, source, fileName, settings, startedBy, confirmedDeletions } = state.item;
    const file = camelOf(kind);
    const { missing, deleted, stopped, total, isDone } = await deleteMissing(
      {
        ...{
          organizationId,
          source,
          actor: startedBy,
          paths: { [file]: fileName },
          fences: { [file]: fence },
        },
        ...{ isSilent: settings.isSilent, isDeletingMissing: settings.isDeletingMissing },
        confirmedDeletions: confirmedDeletions ?? undefined,
        confirmation: (count) => `Confirm the deletion of ${count} records.`,
      },
      report,
      rows.read,
      table,
      undefined,
      {
        previous: state.item.deletions,
        save: (deletions) => state.change({ deletions }),
        isStopping: () => {
          lease.assert();
          return remaining() <= 0;
        },
        assertTime,
      },
    );
    if (!isDone) return undefined;
    const deletions = { missing: total, deleted: stopped === null ? total : deleted, stopped };
    // A file that may not be complete cannot be confirmed.
    const isAsking = stopped !== null && Object.keys(missing).length > 0;
    return finish(isAsking ? 'awaiting_confirmation' : 'completed', { bytesRead: size, deletions }, report);
  };

  try {
    await state.start();
    if (isGivenUp) return await finish('failed', { problem: PROCESS_LOST });
    if (state.item.confirmedDeletions !== null && (await isSuperseded(table.reader, state.item))) {
      return await finish('failed', { problem: DELETIONS_OUTDATED });
    }
    if (state.item.contentHash === null) {
      await fence.assertOpen();
      const contentHash = await hashOf(object);
      const sameAs = state.item.isRepeat ? undefined : await sameImport(table, state.item, contentHash);
      if (sameAs !== undefined) {
        await noteSkipped(table, order);
        return await finish('skipped', { contentHash, sameAs });
      }
      await state.change({ contentHash });
    }
    return await importRows();
  } catch (error) {
    if (error instanceof LostLeaseError) throw error;
    await rows.save().catch(() => undefined);
    if (error instanceof OutdatedImportError) {
      const kept =
        state.item.contentHash === null ? 'Nothing was written.' : 'Rows that were already written are kept.';
      return await finish('failed', { problem: `${error.message} ${kept} ${REPEAT_ANYWAY}` });
    }
    if (error instanceof ImportInputError || error instanceof ObjectChangedError) {
      return await finish('failed', { problem: error.message });
    }
    if (error instanceof OutOfTimeError) {
      return rows.hasAdvanced ? undefined : await finish('failed', { problem: TOO_LARGE });
    }
    if (isTransient(error) || !isLastAttempt) throw error;
    console.error(error);
    return await finish('failed', { problem: INTERNAL });
  } finally {
    lease.stop();
  }
};
