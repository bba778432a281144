import { byCountedKind, COUNTED_KINDS, type CountedKind } from '../../../contract/imports/import-limits.ts';
import type { FileKind } from '../files/source-file.ts';
import type { ColumnReport } from '../rows/column-report.ts';
import type { FilePlan } from './import-plan.ts';

/** What became of the rows of one kind: `read` is the sum of the outcomes. */
export interface ImportCounts {
  read: number;
  created: number;
  changed: number;
  unchanged: number;
  /** Rows that were merged into an earlier row of the same record. */
  merged: number;
  rejected: number;
  /** Cells that could not be used, of rows that were imported without them. */
  warnings: number;
}

export type Outcome = Exclude<keyof ImportCounts, 'read' | 'warnings'>;

/** Counts besides those of rows. */
export interface ImportTotals {
  /** Companies that were created because a person named them. */
  companiesCreatedForPeople: number;
  /** Numbers, addresses and identities that were put on the suppression list. */
  bansAdded: number;
  /** Those that were taken from it, because their source allows calls. */
  bansLifted: number;
  /** Stored values that blank cells have emptied. */
  valuesEmptied: number;
}

const NO_TOTALS: ImportTotals = {
  companiesCreatedForPeople: 0,
  bansAdded: 0,
  bansLifted: 0,
  valuesEmptied: 0,
};

/** The totals of a report, which may be stored and have any order. */
const totalsOf = (totals: Readonly<Partial<ImportTotals>>): ImportTotals => {
  const { companiesCreatedForPeople, bansAdded, bansLifted, valuesEmptied } = { ...NO_TOTALS, ...totals };
  return { companiesCreatedForPeople, bansAdded, bansLifted, valuesEmptied };
};

export interface ImportReport extends Readonly<Record<CountedKind, ImportCounts>>, ImportTotals {
  /** What became of the columns, by the name of the CSV file. */
  columns: Readonly<Record<string, readonly ColumnReport[]>>;
  /** What was decided of each file before its rows were imported. */
  plan: readonly FilePlan[];
  /** The names of the files without a single row. */
  readonly filesWithoutRows: string[];
}

const NONE = { read: 0, created: 0, changed: 0, unchanged: 0, merged: 0, rejected: 0, warnings: 0 };

/** The counts of all kinds, which may be stored, have any order, and lack kinds that were added since. */
export const countsOf = (
  stored: Readonly<Partial<Record<CountedKind, Readonly<ImportCounts>>>> & Readonly<Partial<ImportTotals>>,
) => ({
  ...byCountedKind((kind): ImportCounts => {
    const { read, created, changed, unchanged, merged, rejected, warnings } = { ...NONE, ...stored[kind] };
    return { read, created, changed, unchanged, merged, rejected, warnings };
  }),
  ...totalsOf(stored),
});

/** The report of an import that has read no row yet. */
export const emptyReport = (): ImportReport => ({
  ...countsOf({}),
  columns: {},
  plan: [],
  filesWithoutRows: [],
});

/**
 * The counts of one of several files that are imported together: of call lists with their entries.
 *
 * @param isFirst whether it gets the totals, which are not counted by file
 */
export const countsOfFile = (report: ImportReport, file: FileKind, isFirst: boolean) => ({
  ...byCountedKind((kind) => (kind.startsWith(file.replace(/s$/, '')) ? report[kind] : NONE)),
  ...(isFirst ? totalsOf(report) : NO_TOTALS),
});

/** The sum of one count over all kinds. */
export const totalOf = (
  report: Readonly<Partial<Record<CountedKind, Readonly<ImportCounts>>>>,
  count: keyof ImportCounts,
): number => COUNTED_KINDS.reduce((sum, kind) => sum + (report[kind]?.[count] ?? 0), 0);
