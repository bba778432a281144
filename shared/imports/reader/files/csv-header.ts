import { isRecordHeader } from '../../../contract/records/record-csv.ts';
import { isOwnHeader } from '../../../runtime/own-csv.ts';
import { CALL_LIST_COLUMNS } from '../column-names/call-list-columns.ts';
import { COMPANY_COLUMNS } from '../column-names/company-columns.ts';
import { recognizePersonColumns } from '../column-names/person-columns.ts';
import { normalizedName } from '../column-names/recognize-columns.ts';
import { ImportInputError } from '../columns/column-mapping.ts';
import { type CsvRecord, detectDelimiter } from './csv-records.ts';
import { type TextLine, textProblem } from './text-lines.ts';

/** Far more than any source has. Each costs time in every row. */
const MAX_COLUMNS = 10_000;

const problemOf = (cells: readonly string[]): string | undefined => {
  if (cells.length > MAX_COLUMNS)
    return `it has ${cells.length} columns (at most ${MAX_COLUMNS} are allowed)`;
  if (cells.some((cell) => cell.includes('\0'))) {
    return 'it contains NUL characters, as UTF-16 without a byte order mark does (save it as "CSV UTF-8")';
  }
  if (cells.some((cell) => /\r(?!\n)/.test(cell))) {
    return 'its lines end with CR alone (save it with LF or CRLF line ends)';
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

/** Column names of all kinds of files. */
const KNOWN_NAMES = [recognizePersonColumns(new Set()), COMPANY_COLUMNS, CALL_LIST_COLUMNS] as const;

const knownNames = (cells: readonly string[]): number =>
  cells.filter((cell) => KNOWN_NAMES.some((names) => names.has(normalizedName(cell)))).length;

/** Lines in which the header may stand, without blank ones. */
export const HEADER_LINES = 30;

const SEPARATOR_LINE = /^"?sep=([,;|\t])"?[\s,;]*$/i;

/** Where the header of a CSV file is. */
export interface HeaderPosition {
  readonly line: number;
  /** The delimiter, if the file names it. Default: detected in the header. */
  readonly delimiter: string | undefined;
}

/**
 * Finds the header below what spreadsheets (`sep=;`) and exports (titles, notes) write above it: the first
 * line with two known column names and more cells than the first line, if that has none.
 *
 * @param lines the first ones of the file that are not blank
 */
export const findHeader = (lines: readonly TextLine[]): HeaderPosition => {
  const delimiter = SEPARATOR_LINE.exec(lines[0]?.text ?? '')?.[1];
  const candidates = lines.slice(delimiter === undefined ? 0 : 1).slice(0, HEADER_LINES);
  const [first] = candidates;
  const position = { line: first?.number ?? 1, delimiter };
  if (first === undefined) return position;
  const cellsOfLine = (text: string) =>
    text.split(delimiter ?? detectDelimiter(text)).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const firstCells = cellsOfLine(first.text);
  const width = firstCells.filter((cell) => cell !== '').length;
  // A title such as `Notes:` may be a known name. Cells of the service's own files may hold names of columns.
  if ((width > 1 && knownNames(firstCells) > 0) || isOwnHeader(firstCells) || isRecordHeader(firstCells))
    return position;
  let quotes = 0;
  for (const { number, text } of candidates) {
    const cells = cellsOfLine(text);
    // A line within a quoted cell is none of its own.
    if (quotes % 2 === 0 && cells.length > width && knownNames(cells) >= 2)
      return { ...position, line: number };
    quotes += text.split('"').length - 1;
  }
  return position;
};
