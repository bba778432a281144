import { COUNTED_KINDS } from '../../../shared/contract/imports/import-limits.ts';
import type { ImportReport } from '../../../shared/imports/reader/run/import-report.ts';
import { alignedTable } from '../support/table.ts';

/** `call list entries` for `callListEntries`. */
const labelOf = (kind: string): string => kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const COLUMNS = ['read', 'created', 'changed', 'unchanged', 'merged', 'rejected', 'warnings'] as const;
/** Shown only where there are any. */
const RARE_COLUMNS = new Set<string>(['merged', 'warnings']);

/** The counts as a table, of the kinds that had any rows. */
export const summaryTable = (report: ImportReport, isDryRun: boolean): readonly string[] => {
  const kinds = COUNTED_KINDS.filter((kind) => report[kind].read > 0);
  const columns = COLUMNS.filter(
    (column) => !RARE_COLUMNS.has(column) || kinds.some((kind) => report[kind][column] > 0),
  );
  const rows = kinds.map((kind) => [labelOf(kind), ...columns.map((column) => String(report[kind][column]))]);
  const table = alignedTable([['', ...columns], ...rows]);
  return isDryRun ? ['Dry run: nothing was written.', ...table] : table;
};
