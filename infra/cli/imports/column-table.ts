import type { ColumnReport } from '../../../shared/imports/reader/rows/column-report.ts';
import { alignedTable } from '../support/table.ts';

const targetOf = ({ as, field }: ColumnReport): string => {
  if (as === 'field') return field ?? '';
  return as === 'customField' ? 'custom field' : 'skipped';
};

/** What becomes of each column of a file, a line each: `Work Direct Phone  → phones.work`. */
export const columnTable = (
  file: string,
  columns: readonly ColumnReport[],
  withSamples: boolean,
): readonly string[] => {
  const rows = columns.map((report) => [
    `  ${report.column}`,
    `→ ${targetOf(report)}${report.note === undefined ? '' : ` (${report.note})`}`,
    ...(withSamples ? [report.samples.map((sample) => JSON.stringify(sample)).join(', ')] : []),
  ]);
  return [`${file}:`, ...alignedTable(rows)];
};
