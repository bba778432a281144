import { ImportInputError } from '../columns/column-mapping.ts';
import type { CsvRecord } from './csv-records.ts';
import { textProblem } from './text-lines.ts';

/** Far more than any source has. Each costs time in every row. */
const MAX_COLUMNS = 10_000;

const problemOf = (cells: readonly string[]): string | undefined => {
  if (cells.length > MAX_COLUMNS)
    return `it has ${cells.length} columns (at most ${MAX_COLUMNS} are allowed)`;
  if (cells.some((cell) => /\r(?!\n)/.test(cell))) {
    return 'its lines end with CR alone (save it with LF or CRLF line ends)';
  }
  if (cells.some((cell) => cell.includes('\0'))) {
    return 'it contains NUL characters, as UTF-16 without a byte order mark does (save it as "CSV UTF-8")';
  }
  // Rows become objects by column name, where this name means the prototype.
  if (cells.some((cell) => cell.trim() === '__proto__')) return 'no column may be named "__proto__"';
  for (const cell of cells) {
    const problem = textProblem(cell);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

/** The cells of a file's first record. Throws an ImportInputError if they cannot be the names of columns. */
export const headerOf = (record: CsvRecord, file: string): readonly string[] => {
  const problem = 'problem' in record ? record.problem : problemOf(record.cells);
  if (problem !== undefined) {
    throw new ImportInputError(`${file}: the header, line ${record.line}, cannot be read: ${problem}.`);
  }
  return 'cells' in record ? record.cells : [];
};
