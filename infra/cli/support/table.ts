import { printable } from '../../../shared/runtime/printable.ts';
import type { Result } from './subcommands.ts';

/** Formats rows as lines with aligned columns. */
export const alignedTable = (rows: readonly (readonly string[])[]): readonly string[] => {
  // Escaped before its width is known.
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** The cells of a column, by its heading. */
export type Columns<T> = Readonly<Record<string, (item: T) => string>>;

/** Lists items in a table. */
export const listResult = <T>(items: readonly T[], columns: Columns<T>, whenEmpty: string): Result => {
  const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
  const text = items.length === 0 ? whenEmpty : alignedTable([Object.keys(columns), ...rows]);
  return { document: { items }, text };
};
