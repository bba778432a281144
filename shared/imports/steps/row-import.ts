import type { ObjectStore } from '../../runtime/bucket/object-store.ts';
import { csvLine, REJECT_COLUMNS } from '../../runtime/own-csv.ts';
import type { Table } from '../../table/table.ts';
import type { Import } from '../import.ts';
import { rejectPartKey, rejectsKeyOf } from '../object-keys.ts';
import { isPhoneRegion } from '../reader/cells/phone-numbers.ts';
import { importInto } from '../reader/import-into.ts';
import { ReadRecords } from '../reader/missing/find-missing.ts';
import type { ImportCheckpoint } from '../reader/run/checkpoints.ts';
import type { ImportReport } from '../reader/run/import-report.ts';
import type { ImportFence, RejectedRow } from '../reader/run/import-run.ts';
import { fileKindOf, type fileOfImport } from './file-of-import.ts';
import type { ImportState } from './import-state.ts';

/** UTF-16 code units that are held before a checkpoint is due. */
const MAX_HELD = 4 * 1024 * 1024;

const CSV = 'text/csv; charset=utf-8';

/**
 * The rejected rows of an import. Each checkpoint writes those since the previous one to an object of their
 * own: a step that is repeated replaces it.
 */
class RejectedRows {
  readonly #objects: ObjectStore;
  readonly #import: Import;
  #parts: number;
  #lines = '';
  /** The length of the lines up to the last checkpoint. */
  #marked = 0;

  constructor(objects: ObjectStore, item: Import) {
    this.#objects = objects;
    this.#import = item;
    this.#parts = item.progress?.rejectParts ?? 0;
  }

  add({ file, line, reason, row }: RejectedRow): void {
    this.#lines += csvLine([file, line, reason, JSON.stringify(row)]);
  }

  /** Whether so many are held that a checkpoint is due. */
  get isFull(): boolean {
    return this.#lines.length >= MAX_HELD;
  }

  /** Notes that the rows so far are those before a checkpoint. */
  mark(): void {
    this.#marked = this.#lines.length;
  }

  /** Writes the rows up to the last mark. Returns the number of objects. */
  async save(): Promise<number> {
    const marked = this.#lines.slice(0, this.#marked);
    if (marked === '') return this.#parts;
    await this.#objects.write(rejectPartKey(this.#import, this.#parts), marked, CSV);
    this.#parts += 1;
    this.#lines = this.#lines.slice(marked.length);
    this.#marked = 0;
    return this.#parts;
  }

  /** Writes all saved rows next to the file. No-op without any. */
  async publish(): Promise<void> {
    if (this.#parts === 0) return;
    const parts = Array.from({ length: this.#parts }, (_, part) => rejectPartKey(this.#import, part));
    const header = csvLine(REJECT_COLUMNS);
    const { objectKey, id } = this.#import;
    for (const importId of [id, undefined]) {
      await this.#objects.concatenate(rejectsKeyOf(objectKey, importId), header, parts, CSV);
    }
  }
}

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

/** Imports the rows of a file after its checkpoint. */
export class RowImport {
  readonly read = new ReadRecords();
  readonly rejects: RejectedRows;
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

  constructor(dependencies: StepDependencies, state: ImportState, fence: ImportFence) {
    this.#dependencies = dependencies;
    this.#state = state;
    this.#fence = fence;
    this.rejects = new RejectedRows(dependencies.objects, state.item);
    this.#hasUnlinkedPeople = state.item.progress?.hasUnlinkedPeople ?? false;
  }

  async run(file: ReturnType<typeof fileOfImport>, remaining: () => number): Promise<ImportReport> {
    const { table, windowRows, checkpointMilliseconds } = this.#dependencies;
    const { organizationId, source, settings } = this.#state.item;
    const { region, dateOrder, ...flags } = settings;
    const firstRow = this.#state.item.progress?.rows ?? 0;
    return importInto(table, {
      ...flags,
      ...(windowRows === undefined ? {} : { windowRows }),
      organizationId,
      source,
      importId: this.#state.item.id,
      files: { [fileKindOf(this.#state.item)]: file },
      fences: { [fileKindOf(this.#state.item)]: this.#fence },
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
      onWarning: ({ field }) => {
        this.#hasUnlinkedPeople ||= field === 'companyId';
      },
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
    // The checkpoint at the end of the file may be the one that the step started at.
    this.hasAdvanced ||= rows > (this.#state.item.progress?.rows ?? 0);
    const bytesRead = Math.max(this.#bytesRead, this.#state.item.bytesRead);
    const progress = { rows, unreadable, rejectParts, hasUnlinkedPeople: this.#hasUnlinkedPeople };
    await this.#state.change({ counts, bytesRead, progress });
    this.#savedAt = Date.now();
  }
}
