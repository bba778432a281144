import { COUNTED_KINDS, type ImportReport } from '../../../shared/importing/import-report.ts';
import { alignedTable } from '../support/table.ts';

const LABELS = {
  companies: 'companies',
  people: 'people',
  callLists: 'call lists',
  callListEntries: 'call list entries',
} as const;

const COLUMNS = ['read', 'created', 'changed', 'unchanged', 'rejected'] as const;

/** The counts as a table, of the kinds that had any rows. */
export const summaryTable = (report: ImportReport, isDryRun: boolean): string => {
  const kinds = COUNTED_KINDS.filter((kind) => report[kind].read > 0);
  const rows = kinds.map((kind) => [LABELS[kind], ...COLUMNS.map((column) => String(report[kind][column]))]);
  const table = alignedTable([['', ...COLUMNS], ...rows]);
  return isDryRun ? `Dry run: nothing was written.\n${table}` : table;
};

export const rejectedRows = (report: ImportReport): number =>
  COUNTED_KINDS.reduce((sum, kind) => sum + report[kind].rejected, 0);
