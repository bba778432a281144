import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { timestampOf } from '../../domain/timestamp.ts';
import { isPhoneRegion } from '../../importing/cells/phone-numbers.ts';
import { ImportInputError } from '../../importing/columns/column-mapping.ts';
import { importFiles } from '../../importing/import-files.ts';
import { ReadRecords } from '../../importing/missing/find-missing.ts';
import type { ImportCheckpoint } from '../../importing/run/checkpoints.ts';
import type { ImportReport } from '../../importing/run/import-report.ts';
import { isTransientFailure } from '../../runtime/transient-failure.ts';
import { TableUnavailableError } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { Import, ImportStatus } from '../import.ts';
import { readLastImport, renewLease } from '../import-queue.ts';
import { ObjectChangedError, type ObjectStore } from '../object-store.ts';
import { deleteMissingRecords } from './delete-missing-records.ts';
import { fileKindOf, fileOfImport, hashOf, OutOfTimeError } from './file-of-import.ts';
import { ImportState, LostLeaseError } from './import-state.ts';
import { RejectedRows } from './rejected-rows.ts';
import { writeReport } from './report.ts';

export interface StepDependencies {
  readonly table: Table;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly objects: ObjectStore;
  /** Milliseconds that a lease lasts. It is renewed three times in that time. */
  readonly leaseMilliseconds: number;
  /** Milliseconds between checkpoints. */
  readonly checkpointMilliseconds: number;
  /** Rows that are read from the table together. Default: that of the importer. */
  readonly windowRows?: number;
}

export interface Step {
  /** The invocation, which holds the lease. */
  readonly owner: string;
  /** Milliseconds until the step should end. It ends at the next checkpoint then. */
  readonly remaining: () => number;
  /** Whether an unexpected error ends the import, instead of repeating the step. */
  readonly isLastAttempt: boolean;
}

/** How much later than it should a step ends without a checkpoint, in milliseconds. */
const GRACE_MILLISECONDS = 20_000;

/** The least time for finding and making deletions, in milliseconds. */
const DELETION_MILLISECONDS = 300_000;

const TOO_LARGE =
  'The file is too large: a step of the import cannot read it in its time. Split it into several files.';

const INTERNAL =
  'The import failed because of an internal error. What was written is complete in itself. Contact the operator of the service, then repeat the import.';

const isTransient = (error: unknown): boolean =>
  error instanceof TableUnavailableError || isTransientFailure(error);

const checkpointOf = ({ progress, counts }: Import): ImportCheckpoint | undefined =>
  progress === null || counts === null
    ? undefined
    : { rows: progress.rows, unreadable: progress.unreadable, counts };

/** Imports the rows of a file after its checkpoint. */
class RowImport {
  readonly read = new ReadRecords();
  readonly rejects: RejectedRows;
  hasSaved = false;
  isStopping = false;
  readonly #dependencies: StepDependencies;
  readonly #state: ImportState;
  #last: ImportCheckpoint | undefined;
  #savedAt = Date.now();
  #bytesRead = 0;

  constructor(dependencies: StepDependencies, state: ImportState) {
    this.#dependencies = dependencies;
    this.#state = state;
    this.rejects = new RejectedRows(dependencies.objects, state.item);
  }

  async run(file: ReturnType<typeof fileOfImport>, remaining: Step['remaining']): Promise<ImportReport> {
    const { client, tableName, windowRows, checkpointMilliseconds } = this.#dependencies;
    const { organizationId, source, settings } = this.#state.item;
    const { region, dateOrder, ...flags } = settings;
    const firstRow = this.#state.item.progress?.rows ?? 0;
    return importFiles({
      ...flags,
      ...(windowRows === undefined ? {} : { windowRows }),
      client,
      tableName,
      reader: this.#dependencies.table.reader,
      organizationId,
      source,
      files: { [fileKindOf(this.#state.item)]: file },
      region: region !== null && isPhoneRegion(region) ? region : undefined,
      dateOrder: dateOrder ?? undefined,
      checkpoint: checkpointOf(this.#state.item),
      onCheckpoint: async (checkpoint) => {
        this.#last = checkpoint;
        this.rejects.mark();
        // A step that stores nothing would be repeated for ever.
        this.isStopping = checkpoint.rows > firstRow && remaining() <= 0;
        const isDue = Date.now() - this.#savedAt >= checkpointMilliseconds;
        if (this.isStopping || isDue || this.rejects.isFull) await this.save();
        return this.isStopping;
      },
      onRejectedRow: (row) => this.rejects.add(row),
      onStoredRow: (row) => this.read.add(row),
      onPassedRecord: (record) => this.read.add(record),
      onProgress: (_, bytes) => {
        this.#bytesRead = bytes;
      },
    });
  }

  /** Saves the last checkpoint, if there is one. */
  async save(): Promise<void> {
    if (this.#last === undefined) return;
    const { rows, unreadable, counts } = this.#last;
    this.#last = undefined;
    const rejectParts = await this.rejects.save();
    const bytesRead = Math.max(this.#bytesRead, this.#state.item.bytesRead);
    await this.#state.change({ counts, bytesRead, progress: { rows, unreadable, rejectParts } });
    this.hasSaved = true;
    this.#savedAt = Date.now();
  }
}

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
  { owner, remaining, isLastAttempt }: Step,
): Promise<Import | undefined> => {
  const { table, objects, leaseMilliseconds } = dependencies;
  const state = new ImportState(table, queued);
  const rows = new RowImport(dependencies, state);
  let isLost = false;
  const renewal = setInterval(async () => {
    const until = Date.now() + leaseMilliseconds;
    // The next renewal makes up for a failed one.
    if (!(await renewLease(table, queued, owner, until).catch(() => true))) isLost = true;
  }, leaseMilliseconds / 3);
  const file = fileOfImport(objects, queued, () => {
    if (isLost) throw new LostLeaseError('Another invocation took the lease.');
    if (remaining() < -GRACE_MILLISECONDS) throw new OutOfTimeError('The step ran out of time.');
  });

  const finish = async (status: ImportStatus, changes: Partial<Import>, report?: ImportReport) => {
    const ended = { ...state.item, ...changes, status, finishedAt: timestampOf(new Date()) };
    await rows.rejects.publish();
    // Written before the status: an import that has ended always has its report.
    await writeReport(objects, ended, report);
    await state.end(ended, owner);
    return state.item;
  };

  const importRows = async (): Promise<Import | undefined> => {
    const report = await rows.run(file, remaining);
    if (rows.isStopping) return undefined;
    const hasStoredRows = rows.hasSaved;
    await rows.save();
    const { kind, size, settings } = state.item;
    if (!settings.isDeletingMissing || kind === 'call-lists') {
      return finish('completed', { bytesRead: size }, report);
    }
    // A step of its own, unless this one had nothing else to do.
    if (hasStoredRows && remaining() < DELETION_MILLISECONDS) return undefined;
    const { status, deletions } = await deleteMissingRecords(
      table,
      state.item,
      report,
      rows.read,
      (accepted) => state.change({ deletions: accepted }),
    );
    return finish(status, { bytesRead: size, deletions }, report);
  };

  try {
    await state.start();
    if (state.item.contentHash === null) {
      const contentHash = await hashOf(file);
      const last = state.item.isRepeat ? undefined : await readLastImport(table.reader, state.item);
      if (last?.contentHash === contentHash && isDeepStrictEqual(last.settings, state.item.settings)) {
        return await finish('skipped', { contentHash, sameAs: last.importId });
      }
      await state.change({ contentHash });
    }
    return await importRows();
  } catch (error) {
    if (error instanceof LostLeaseError) throw error;
    await rows.save().catch(() => undefined);
    if (error instanceof ImportInputError || error instanceof ObjectChangedError) {
      return await finish('failed', { problem: error.message });
    }
    if (error instanceof OutOfTimeError) {
      return rows.hasSaved ? undefined : await finish('failed', { problem: TOO_LARGE });
    }
    if (isTransient(error) || !isLastAttempt) throw error;
    console.error(error);
    return await finish('failed', { problem: INTERNAL });
  } finally {
    clearInterval(renewal);
  }
};
