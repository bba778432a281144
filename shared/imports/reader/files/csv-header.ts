import { isRecordHeader } from '../../../contract/records/record-csv.ts';
import { emailAddressOf } from '../../../domain/values/email-address.ts';
import { e164Of } from '../../../domain/values/phone-number.ts';
import { OWN_KINDS } from '../../../kinds/names.ts';
import { isOwnHeader } from '../../../runtime/own-csv.ts';
import { ImportInputError } from '../columns/column-mapping.ts';
import { recognizer } from '../columns/recognize.ts';
import { type CsvRecord, detectDelimiter } from './csv-records.ts';
import { type TextLine, textProblem } from './text-lines.ts';

/** Far more than any source has. Each costs time in every row. */
export const MAX_COLUMNS = 10_000;

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
  const isValue = (cell: string): boolean => emailAddressOf(cell) !== null || e164Of(cell) !== null;
  if (cells.some(isValue) && knownNames(cells) === 0) {
    return (
      'the file has no header, since its first line has an email address or a phone number. Add a first ' +
      'line with a name for each column, such as email,firstName,lastName,phone'
    );
  }
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

/** Names of columns of all kinds of files. */
const RECOGNIZERS = OWN_KINDS.map((kind) => recognizer(kind, []));

const knownNames = (cells: readonly string[]): number =>
  cells.filter((cell) => RECOGNIZERS.some((recognize) => recognize(cell) !== undefined)).length;

/** Lines in which the header may stand, without blank ones. */
export const HEADER_LINES = 30;

const SEPARATOR_LINE = /^"?sep=([,;|\t])"?[\s,;]*$/i;

/** Where the header of a CSV file is. */
export interface HeaderPosition {
  readonly line: number;
  /** The delimiter, if the file names it. Default: detected in the header. */
  readonly delimiter: string | undefined;
}

/** The delimiter that stands equally often in the header and the line below it, if one does. */
const sharedDelimiter = (header = '', next = ''): string | undefined => {
  if (header.split('"').length % 2 === 0 || next.split('"').length % 2 === 0) return undefined;
  return detectDelimiter(header, next);
};

/**
 * Finds the header below what spreadsheets (`sep=;`) and exports (titles, notes) write above it: the first
 * line with two known column names and more cells than the first line, if that has none.
 */
export const findHeader = (lines: readonly TextLine[]): HeaderPosition => {
  const delimiter = SEPARATOR_LINE.exec(lines[0]?.text ?? '')?.[1];
  const candidates = lines.slice(delimiter === undefined ? 0 : 1).slice(0, HEADER_LINES);
  const [first] = candidates;
  if (first === undefined) return { line: 1, delimiter };
  const positionOf = (index: number): HeaderPosition => ({
    line: candidates[index]?.number ?? 1,
    delimiter: delimiter ?? sharedDelimiter(candidates[index]?.text, candidates[index + 1]?.text),
  });
  const cellsOfLine = (text: string) =>
    text.split(delimiter ?? detectDelimiter(text)).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const firstCells = cellsOfLine(first.text);
  const width = firstCells.filter((cell) => cell !== '').length;
  // A title such as `Notes:` may be a known name. Cells of the service's own files may hold names of columns.
  if ((width > 1 && knownNames(firstCells) > 0) || isOwnHeader(firstCells) || isRecordHeader(firstCells))
    return positionOf(0);
  let quotes = 0;
  for (const [index, { text }] of candidates.entries()) {
    const cells = cellsOfLine(text);
    // A line within a quoted cell is none of its own.
    if (quotes % 2 === 0 && cells.length > width && knownNames(cells) >= 2) return positionOf(index);
    quotes += text.split('"').length - 1;
  }
  return positionOf(0);
};
