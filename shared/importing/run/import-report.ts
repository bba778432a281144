import type { ColumnReport } from '../columns/column-report.ts';

/** What became of the rows of one kind: `read` is the sum of the outcomes. */
export interface ImportCounts {
  readonly read: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Rows that were merged into an earlier row of the same record. */
  readonly merged: number;
  readonly rejected: number;
  /** Cells that could not be used, of rows that were imported without them. */
  readonly warnings: number;
}

export const COUNTED_KINDS = ['companies', 'people', 'callLists', 'callListEntries'] as const;
export type CountedKind = (typeof COUNTED_KINDS)[number];

export type Outcome = Exclude<keyof ImportCounts, 'read' | 'warnings'>;

export type ImportReport = Readonly<Record<CountedKind, ImportCounts>> & {
  /** Companies that were created because a person named them. */
  readonly companiesCreatedForPeople: number;
  /** What became of the columns, by the name of the CSV file. */
  readonly columns: Readonly<Record<string, readonly ColumnReport[]>>;
  /** The names of the files without a single row. */
  readonly filesWithoutRows: readonly string[];
};

const NONE = { created: 0, changed: 0, unchanged: 0, merged: 0, rejected: 0 };

/** Counts rows while they are imported. */
export class ImportTally {
  readonly #outcomes: Record<CountedKind, Record<Outcome, number>> = {
    companies: { ...NONE },
    people: { ...NONE },
    callLists: { ...NONE },
    callListEntries: { ...NONE },
  };
  readonly #warnings = { companies: 0, people: 0, callLists: 0, callListEntries: 0 };
  companiesCreatedForPeople = 0;

  count(kind: CountedKind, outcome: Outcome): void {
    this.#outcomes[kind][outcome] += 1;
  }

  countWarning(kind: CountedKind): void {
    this.#warnings[kind] += 1;
  }

  get rowsRead(): number {
    return COUNTED_KINDS.reduce((sum, kind) => sum + this.of(kind).read, 0);
  }

  of(kind: CountedKind): ImportCounts {
    const outcomes = this.#outcomes[kind];
    const read = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    return { read, ...outcomes, warnings: this.#warnings[kind] };
  }
}
