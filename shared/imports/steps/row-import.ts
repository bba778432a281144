import type { FilePlan } from '../../contract/imports/import-plan.ts';
import type { ObjectStore } from '../../runtime/bucket/object-store.ts';
import type { Table } from '../../table/table.ts';
import { fileKindOf } from '../file-kinds.ts';
import type { Import } from '../import.ts';
import { readingOf } from '../import-reading.ts';
import { importInto } from '../reader/import-into.ts';
import { ReadRecords } from '../reader/missing/find-missing.ts';
import type { ImportCheckpoint } from '../reader/run/checkpoints.ts';
import type { ImportReport } from '../reader/run/import-report.ts';
import type { ImportFence } from '../reader/run/import-run.ts';
import type { fileOfImport } from './file-of-import.ts';
import type { ImportState } from './import-state.ts';
import { RowFiles } from './row-files.ts';

export interface StepDependencies {
  readonly table: Table;
  readonly objects: ObjectStore;
  /** Milliseconds that a lease lasts. It is renewed three times in that time. */
  readonly leaseMilliseconds: number;
  /** Milliseconds between checkpoints. */
  readonly checkpointMilliseconds: number;
  /** Rows that are read from the table together. Default: that of the importer. */
  readonly windowRows?: number;
}

const checkpointOf = ({ progress, counts }: Import): ImportCheckpoint | undefined =>
  progress === null || counts === null
    ? undefined
    : { rows: progress.rows, unreadable: progress.unreadable, counts };

/** Columns of each sort that the item of an import keeps. */
const MAX_PLANNED_COLUMNS = 50;

const shownPlan = (plan: FilePlan): FilePlan => ({
  ...plan,
  identifiedBy: plan.identifiedBy.slice(0, MAX_PLANNED_COLUMNS),
  bannedBy: plan.bannedBy.slice(0, MAX_PLANNED_COLUMNS),
  deletedBy: plan.deletedBy.slice(0, MAX_PLANNED_COLUMNS),
  dateOrders: plan.dateOrders.slice(0, MAX_PLANNED_COLUMNS),
});

/** Imports the rows of a file after its checkpoint. */
export class RowImport {
  readonly read = new ReadRecords();
  readonly files: RowFiles;
  /** Whether rows after the checkpoint of the step are stored. */
  hasAdvanced = false;
  isStopping = false;
  readonly #dependencies: StepDependencies;
  readonly #state: ImportState;
  readonly #fence: ImportFence;
  #last: ImportCheckpoint | undefined;
  #savedAt = Date.now();
  #bytesRead = 0;
  #hasUnlinkedPeople: boolean;
  #plan: FilePlan | null;

  constructor(dependencies: StepDependencies, state: ImportState, fence: ImportFence) {
    this.#dependencies = dependencies;
    this.#state = state;
    this.#fence = fence;
    this.files = new RowFiles(dependencies.objects, state.item);
    this.#plan = state.item.plan;
    this.#hasUnlinkedPeople = state.item.progress?.hasUnlinkedPeople ?? false;
  }

  async run(file: ReturnType<typeof fileOfImport>, remaining: () => number): Promise<ImportReport> {
    const { table, windowRows, checkpointMilliseconds } = this.#dependencies;
    const { organizationId, source, settings, isBound } = this.#state.item;
    const firstRow = this.#state.item.progress?.rows ?? 0;
    return importInto(table, {
      ...readingOf(settings),
      ...(windowRows === undefined ? {} : { windowRows }),
      organizationId,
      source,
      isBound,
      actor: this.#state.item.startedBy,
      files: { [fileKindOf(this.#state.item)]: file },
      fences: { [fileKindOf(this.#state.item)]: this.#fence },
      checkpoint: checkpointOf(this.#state.item),
      onCheckpoint: async (checkpoint) => {
        this.#last = checkpoint;
        this.files.mark();
        // A step that stores nothing would be repeated for ever.
        this.isStopping = checkpoint.rows > firstRow && remaining() <= 0;
        const isDue = Date.now() - this.#savedAt >= checkpointMilliseconds;
        if (this.isStopping || isDue || this.files.isFull) await this.save();
        return this.isStopping;
      },
      read: this.read,
      onFile: ({ layout, plan }) => {
        this.files.open(layout);
        this.#plan = shownPlan(plan);
      },
      onRejectedRow: (row) => this.files.reject(row),
      onWarning: (warning) => {
        this.#hasUnlinkedPeople ||= warning.field === 'companyId';
        this.files.warn(warning);
      },
      onProgress: (_, bytes) => {
        this.#bytesRead = bytes;
      },
    });
  }

  /** Bytes of the file that this step or an earlier one has read to import them. */
  get bytesRead(): number {
    return Math.max(this.#bytesRead, this.#state.item.bytesRead);
  }

  /** Saves the last checkpoint, if there is one. */
  async save(): Promise<void> {
    if (this.#last === undefined) return;
    const { rows, unreadable, counts } = this.#last;
    this.#last = undefined;
    const { warnings, progress: written } = await this.files.save();
    // The checkpoint at the end of the file may be the one that the step started at.
    this.hasAdvanced ||= rows > (this.#state.item.progress?.rows ?? 0);
    const progress = { rows, unreadable, ...written, hasUnlinkedPeople: this.#hasUnlinkedPeople };
    await this.#state.change({ counts, bytesRead: this.bytesRead, progress, warnings, plan: this.#plan });
    this.#savedAt = Date.now();
  }
}
