import { byCountedKind, COUNTED_KINDS, type CountedKind } from '../../../contract/imports/import-limits.ts';
import type { FilePlan } from '../../../contract/imports/import-plan.ts';
import type { FileKind } from '../../file-kinds.ts';
import type { ColumnReport } from '../rows/column-report.ts';

/**
 * What became of the rows of one kind: `read` is the sum of the outcomes, of which `merged` are rows of the
 * same record as an earlier one. Cells that could not be used, of rows that were imported, are `warnings`.
 */
const COUNTS = ['read', 'created', 'changed', 'unchanged', 'merged', 'rejected', 'warnings'] as const;
export type ImportCounts = Record<(typeof COUNTS)[number], number>;

export type Outcome = Exclude<keyof ImportCounts, 'read' | 'warnings'>;

/** Counts besides those of rows: on the suppression list, bans are added and lifted. */
const TOTALS = ['companiesCreatedForPeople', 'bansAdded', 'bansLifted', 'valuesEmptied'] as const;
export type ImportTotals = Record<(typeof TOTALS)[number], number>;

type StoredCounts = Readonly<Partial<Record<CountedKind, Readonly<ImportCounts>>>> &
  Readonly<Partial<ImportTotals>>;

/** The sums of some numbers, each in any order and maybe with others. */
const sumsOf = <Name extends string>(
  names: readonly Name[],
  all: readonly (Readonly<Partial<Record<Name, number>>> | undefined)[],
) =>
  Object.fromEntries(
    names.map((name) => [name, all.reduce((sum, each) => sum + (each?.[name] ?? 0), 0)]),
  ) as Record<Name, number>;

/** The counts of several imports together, which may be stored, and lack kinds that were added since. */
export const sumOf = (all: readonly StoredCounts[]) => ({
  ...byCountedKind(
    (kind): ImportCounts =>
      sumsOf(
        COUNTS,
        all.map((each) => each[kind]),
      ),
  ),
  ...sumsOf(TOTALS, all),
});

export const countsOf = (stored: StoredCounts) => sumOf([stored]);

export interface ImportReport extends Readonly<Record<CountedKind, ImportCounts>>, ImportTotals {
  /** What became of the columns, by the name of the CSV file. */
  columns: Readonly<Record<string, readonly ColumnReport[]>>;
  /** What was decided of each file before its rows were imported. */
  plan: readonly FilePlan[];
  /** The names of the files without a single row. */
  readonly filesWithoutRows: string[];
}

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
  ...byCountedKind((kind) => sumsOf(COUNTS, kind.startsWith(file.replace(/s$/, '')) ? [report[kind]] : [])),
  ...sumsOf(TOTALS, isFirst ? [report] : []),
});

/** The sum of one count over all kinds. */
export const totalOf = (
  report: Readonly<Partial<Record<CountedKind, Readonly<ImportCounts>>>>,
  count: keyof ImportCounts,
): number => COUNTED_KINDS.reduce((sum, kind) => sum + (report[kind]?.[count] ?? 0), 0);
