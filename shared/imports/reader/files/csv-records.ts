import { CsvError, parse } from 'csv-parse/sync';
import { RowError } from '../drafts/row-error.ts';
import { LINE_TOO_LONG, reportedText, type TextLine } from './text-lines.ts';

/** A record of a CSV file, or the line at which one could not be read. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: string; readonly text: string };

/**
 * An open quote spans lines up to the next quote. Past this many UTF-16 code units (more than an item can
 * hold) it counts as unclosed, so that one stray quote does not swallow the file.
 */
const MAX_RECORD_LENGTH = 512 * 1024;

const DELIMITERS = [',', ';', '\t', '|'];

const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by more text',
  INVALID_OPENING_QUOTE: 'an unquoted cell contains a quote',
};

const QUOTES_DO_NOT_MATCH = 'the quotes do not match';

/** The problems of records whose quotes make it unclear where a cell ends. */
export const QUOTE_PROBLEMS: readonly string[] = [...Object.values(PROBLEMS), QUOTES_DO_NOT_MATCH];

const quotesIn = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
};

/**
 * The most frequent of comma, semicolon, tab and vertical bar outside quotes, of those that stand equally
 * often in the next line if any does; a comma if there is none.
 */
export const detectDelimiter = (header: string, next?: string): string => {
  const countsIn = (text: string): readonly number[] => {
    const unquoted = text.replaceAll(/"(?:[^"]|"")*"/g, '');
    return DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  };
  const counts = countsIn(header);
  const others = next === undefined ? counts : countsIn(next);
  const equal = counts.map((count, index) => (count > 1 && others[index] === count ? count : 0));
  const compared = Math.max(...equal) > 0 ? equal : counts;
  return DELIMITERS[compared.indexOf(Math.max(...compared))] ?? ',';
};

/** The cells of a record whose quotes all stand around whole cells; undefined for any other. */
const wellQuotedCells = (text: string, delimiter: string): readonly string[] | undefined => {
  const cells: string[] = [];
  for (let at = 0; ; at += delimiter.length) {
    let end = text.startsWith('"', at) ? text.indexOf('"', at + 1) : text.indexOf(delimiter, at);
    if (text.startsWith('"', at)) {
      while (end !== -1 && text.startsWith('"', end + 1)) end = text.indexOf('"', end + 2);
      if (end === -1) return undefined;
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
      end += 1;
    } else {
      if (end === -1) end = text.length;
      cells.push(text.slice(at, end));
      if (cells.at(-1)?.includes('"') === true) return undefined;
    }
    if (end === text.length) return cells;
    if (!text.startsWith(delimiter, end)) return undefined;
    at = end;
  }
};

const cellsOf = (text: string, delimiter: string): readonly string[] => {
  // Most records hold no quote, or only some around cells, and need no parser, which takes ten times as long.
  if (!text.includes('"')) return text.split(delimiter);
  const hasSpaces = delimiter !== '\t' && / "|" /.test(text);
  const quoted = hasSpaces ? undefined : wellQuotedCells(text, delimiter);
  if (quoted !== undefined) return quoted;
  try {
    const [cells, ...more] = parse(text, {
      delimiter,
      relax_column_count: true,
      record_delimiter: '\n',
      // Spaces around quotes; a tab may be the delimiter.
      trim: hasSpaces,
    });
    if (cells === undefined || more.length > 0) throw new RowError(QUOTES_DO_NOT_MATCH);
    return cells;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new RowError(PROBLEMS[error.code] ?? QUOTES_DO_NOT_MATCH, { cause: error });
  }
};

/**
 * Joins the lines of a CSV file (RFC 4180) into records. A malformed record costs only its first line:
 * reading continues with the next one, whatever a stray quote would have spanned.
 *
 * The delimiter is detected from the first record. Blank lines are skipped.
 */
export class CsvRecords {
  #delimiter: string | undefined;
  readonly #firstLine: number;
  /** The lines of a record whose quote is still open. */
  #open: TextLine[] = [];
  #openLength = 0;

  /** Default: the header is the first line that is not blank. */
  constructor(
    { line, delimiter }: { readonly line: number; readonly delimiter: string | undefined } = {
      line: 1,
      delimiter: undefined,
    },
  ) {
    this.#firstLine = line;
    this.#delimiter = delimiter;
  }

  /** The delimiter, once the first record was read. */
  get delimiter(): string | undefined {
    return this.#delimiter;
  }

  /** The records that these lines complete. */
  push(lines: readonly TextLine[]): CsvRecord[] {
    const records: CsvRecord[] = [];
    for (const line of lines) if (line.number >= this.#firstLine) this.#take(line, records);
    return records;
  }

  /** The records that are left at the end of the file. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    while (this.#open.length > 0) this.#rejectFirst(PROBLEMS['CSV_QUOTE_NOT_CLOSED'] ?? '', records);
    return records;
  }

  #take(line: TextLine, records: CsvRecord[]): void {
    const isOpening = this.#open.length === 0;
    if (isOpening && line.text.trim() === '') return;
    if (line.isCut && isOpening) {
      records.push({ line: line.number, problem: LINE_TOO_LONG, text: reportedText(line.text) });
      return;
    }
    const togglesQuote = quotesIn(line.text) % 2 === 1;
    if (isOpening && !togglesQuote) {
      this.#emit([line], records);
      return;
    }
    this.#open.push(line);
    this.#openLength += line.text.length + 1;
    if (!isOpening && togglesQuote) {
      const record = this.#open;
      this.#clear();
      this.#emit(record, records);
    } else if (this.#openLength > MAX_RECORD_LENGTH || line.isCut) {
      this.#rejectFirst(PROBLEMS['CSV_QUOTE_NOT_CLOSED'] ?? '', records);
    }
  }

  #emit(lines: readonly TextLine[], records: CsvRecord[]): void {
    const [first, ...others] = lines;
    if (first === undefined) return;
    // A line break inside a cell stays as the file has it.
    const continued = others.map((line, index) => `${lines[index]?.lineEnd}${line.text}`);
    const text = first.text + continued.join('');
    this.#delimiter ??= detectDelimiter(text);
    try {
      records.push({ line: first.number, cells: cellsOf(text, this.#delimiter) });
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      records.push({ line: first.number, problem: error.message, text: first.text });
      for (const line of others) this.#take(line, records);
    }
  }

  #rejectFirst(problem: string, records: CsvRecord[]): void {
    const [first, ...others] = this.#open;
    this.#clear();
    if (first === undefined) return;
    records.push({ line: first.number, problem, text: reportedText(first.text) });
    for (const line of others) this.#take(line, records);
  }

  #clear(): void {
    this.#open = [];
    this.#openLength = 0;
  }
}
