import type { CountedKind } from '../../../contract/imports/import-limits.ts';
import { countsOf, type ImportCounts, type ImportReport, type ImportTotals } from './import-report.ts';

/** What became of the rows before a checkpoint. */
export type CheckpointCounts = Readonly<Record<CountedKind, Readonly<ImportCounts>>> & Readonly<ImportTotals>;

/** How far an import of one file got: everything before is stored, counted and reported. */
export interface ImportCheckpoint {
  /** Rows that reached the table, in the order of the file; rows merged into one record count once. */
  readonly rows: number;
  /** Rows that were rejected before. */
  readonly unreadable: number;
  readonly counts: CheckpointCounts;
}

export interface CheckpointOptions {
  /** Continues an import of the same single file after this checkpoint. Default: starts at the first row. */
  readonly checkpoint?: ImportCheckpoint | undefined;
  /**
   * Called after each group of rows and at the end of the file. The import stops there if it returns `true`.
   */
  readonly onCheckpoint?: (checkpoint: ImportCheckpoint) => boolean | Promise<boolean>;
}

/**
 * Takes an import past the rows before its checkpoint. They are read and identified again, because later rows
 * depend on them (repeated ids, positions of entries), but neither stored nor reported a second time.
 */
export class Checkpoints {
  readonly #options: CheckpointOptions;
  readonly #report: ImportReport;
  #rows: number;
  #unreadable = 0;
  #isStopped = false;

  /** @param report gets the counts of the checkpoint */
  constructor(options: CheckpointOptions, report: ImportReport) {
    this.#options = options;
    this.#report = report;
    this.#rows = options.checkpoint?.rows ?? 0;
    if (options.checkpoint !== undefined) Object.assign(report, countsOf(options.checkpoint.counts));
  }

  /** Rows that are stored and reported. */
  get rows(): number {
    return this.#rows;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Counts rows that the reader rejects, which come in the order of the file. Drops those before the
   * checkpoint.
   */
  rejects<Arguments extends readonly unknown[]>(reject: (...row: Arguments) => void) {
    return (...row: Arguments): void => {
      this.#unreadable += 1;
      if (this.#unreadable > (this.#options.checkpoint?.unreadable ?? 0)) reject(...row);
    };
  }

  /** The rows after the checkpoint. */
  async *rest<Row>(
    batches: AsyncIterable<readonly Row[]>,
    pass: (row: Row) => void,
  ): AsyncGenerator<readonly Row[]> {
    let before = this.#options.checkpoint?.rows ?? 0;
    for await (const batch of batches) {
      const passed = Math.min(before, batch.length);
      for (const row of batch.slice(0, passed)) pass(row);
      before -= passed;
      yield passed === 0 ? batch : batch.slice(passed);
    }
  }

  /** Notes that rows are stored and reported. Returns whether the import stops here. */
  async reached(rows: number): Promise<boolean> {
    this.#rows += rows;
    const unreadable = Math.max(this.#unreadable, this.#options.checkpoint?.unreadable ?? 0);
    const checkpoint = { rows: this.#rows, unreadable, counts: countsOf(this.#report) };
    this.#isStopped = (await this.#options.onCheckpoint?.(checkpoint)) === true;
    return this.#isStopped;
  }
}
