import { isRecordHeader } from '../../../contract/records/record-csv.ts';
import { jsonProblem } from '../../../runtime/json-syntax.ts';
import { isOwnHeader, REASON_COLUMN, restored } from '../../../runtime/own-csv.ts';
import { findHeader, HEADER_LINES, type HeaderPosition, headerOf } from './csv-header.ts';
import { type CsvRecord, CsvRecords } from './csv-records.ts';
import { assertTextFormat, decompressed, withStart } from './file-format.ts';
import { jsonTable, vendorFormOf } from './json-tables.ts';
import type {
  CsvRow,
  JsonRow,
  OnBytes,
  OpenedFile,
  RowBatches,
  SourceFile,
  UnreadableRow,
} from './opened-file.ts';
import { isParquet, openParquet } from './parquet-rows.ts';
import { type CsvLayout, hasRejectedRows, uncorrectedProblem } from './rejects-file.ts';
import {
  EXAMINED_BYTES,
  encodingOf,
  LINE_TOO_LONG,
  readTextLines,
  reportedText,
  type TextLine,
  textProblem,
} from './text-lines.ts';

export type { CsvRow, JsonRow, OpenedFile, SourceFile, UnreadableRow } from './opened-file.ts';

const isBlank = (line: TextLine): boolean => line.text.trim() === '';

async function* counted(chunks: AsyncIterable<Uint8Array>, onBytes?: OnBytes): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}

const chunksOf = (file: SourceFile, onBytes?: OnBytes): AsyncGenerator<Uint8Array> =>
  withStart(decompressed(file.name, counted(file.open(), onBytes)), EXAMINED_BYTES);

const linesOf = (file: SourceFile, onBytes?: OnBytes) => readTextLines(chunksOf(file, onBytes));

/** The table knows no negative zero: a value that is one would be a change with each import. */
const withoutSign = (_: string, value: unknown): unknown => (value === 0 ? 0 : value);

/** NUL is removed, because PostgreSQL, and thus many copies of the data, cannot store it. */
const NUL = '\0';

/** The escape of NUL in JSON. A backslash before it may itself be escaped. */
const ESCAPED_NUL = /(?<!\\)((?:\\\\)*)\\u0000/g;

/** An entry of an export, in its call list as in responses of the API. Other records stay as they are. */
const inCallList = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { callListId, ...entry } = record;
  return typeof callListId === 'string' ? { id: callListId, entries: [entry] } : record;
};

const jsonRow = (line: TextLine): JsonRow | UnreadableRow => {
  const row = reportedText(line.text);
  if (line.isCut) return { line: line.number, problem: LINE_TOO_LONG, row };
  const lost = textProblem(line.text);
  if (lost !== undefined) return { line: line.number, problem: lost, row };
  try {
    const text = line.text.replaceAll(ESCAPED_NUL, '$1');
    const value: unknown = JSON.parse(text, /[\s:,[]-0/.test(text) ? withoutSign : undefined);
    const problem = jsonProblem(text);
    if (problem !== undefined) {
      return { line: line.number, problem: `"${problem.path}" ${problem.detail}`, row };
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      // Rejected rows have it, and no record does.
      const { [REASON_COLUMN]: reason, ...record } = Object(value);
      return { line: line.number, value: inCallList(record), reason };
    }
    return { line: line.number, problem: 'the line is not a JSON object', row };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { line: line.number, problem: `the line is not valid JSON: ${reason}`, row };
  }
};

async function* jsonRows(file: SourceFile, onBytes?: OnBytes): RowBatches<JsonRow> {
  for await (const batch of linesOf(file, onBytes)) {
    yield batch.filter((line) => !isBlank(line)).map(jsonRow);
  }
}

const withoutNul = (cell: string): string => cell.replaceAll(NUL, '');

/** Drops blank cells after the last column, and adds those of columns without a name. */
const fitted = (cells: readonly string[], header: readonly string[]): readonly string[] => {
  if (cells.length === header.length) return cells;
  const isBlankCell = (cell: string): boolean => cell.trim() === '';
  if (cells.length > header.length) {
    return cells.slice(header.length).every(isBlankCell) ? cells.slice(0, header.length) : cells;
  }
  const missing = header.slice(cells.length);
  return missing.every(isBlankCell) ? [...cells, ...missing.map(() => '')] : cells;
};

/**
 * Whether a record is a row of blank cells, as spreadsheets write below the last one, or the header again, as
 * where files were joined.
 */
const isNoRow = (record: CsvRecord, { header }: CsvLayout): boolean =>
  'cells' in record &&
  (record.cells.every((cell) => cell.trim() === '') ||
    (record.cells.length === header.length &&
      record.cells.every((cell, index) => cell.replace('\ufeff', '').trim() === header[index]?.trim())));

const cellsProblem = (cells: readonly string[], { header, isRejects }: CsvLayout): string | undefined => {
  if (cells.length !== header.length) {
    const hint = ' (is a line break in a cell without quotes, or a cell missing?)';
    const why = cells.length < header.length ? hint : '';
    return `the row has ${cells.length} cells, the header ${header.length}${why}`;
  }
  for (const [index, cell] of cells.entries()) {
    const problem = textProblem(cell);
    if (problem !== undefined) return `column "${header[index]?.trim()}": ${problem}`;
  }
  return isRejects ? uncorrectedProblem(cells) : undefined;
};

/** @param isOwn whether the service wrote the file */
const csvRow = (record: CsvRecord, layout: CsvLayout, isOwn: boolean): CsvRow | UnreadableRow => {
  const { line } = record;
  if ('problem' in record) {
    const { problem, text } = record;
    return { line, problem, row: text, cells: text.split(layout.delimiter) };
  }
  const given = fitted(record.cells, layout.header);
  const own = isOwn ? given.map(restored) : given;
  const cells = own.some((cell) => cell.includes(NUL)) ? own.map(withoutNul) : own;
  const problem = cellsProblem(cells, layout);
  return problem === undefined ? { line, cells } : { line, problem, row: cells, cells };
};

async function* csvRecords(
  file: SourceFile,
  position: HeaderPosition,
  onBytes?: OnBytes,
): AsyncGenerator<readonly CsvRecord[]> {
  const records = new CsvRecords(position);
  for await (const batch of linesOf(file, onBytes)) yield records.push(batch);
  yield records.end();
}

const layoutOf = (file: SourceFile, position: HeaderPosition, lines: readonly TextLine[]): CsvLayout => {
  const records = new CsvRecords(position);
  const [head] = [...records.push(lines), ...records.end()];
  if (head === undefined) return { header: [], delimiter: ',', isRejects: false };
  const header = headerOf(head, file.name);
  const texts = lines.map(({ text }) => text);
  const isRejects = hasRejectedRows(header, texts);
  return {
    header: isRejects ? header.map(restored) : header,
    delimiter: records.delimiter ?? ',',
    isRejects,
  };
};

async function* csvRows(
  file: SourceFile,
  layout: CsvLayout,
  position: HeaderPosition,
  onBytes?: OnBytes,
): RowBatches<CsvRow> {
  const { header, isRejects } = layout;
  const isOwn = isRejects || isOwnHeader(header) || isRecordHeader(header);
  let isHeaderNext = true;
  for await (const batch of csvRecords(file, position, onBytes)) {
    const rows = isHeaderNext ? batch.slice(1) : batch;
    if (batch.length > 0) isHeaderNext = false;
    yield rows.filter((record) => !isNoRow(record, layout)).map((record) => csvRow(record, layout, isOwn));
  }
}

/** Lines among which blank ones are kept, which a cell of the header may have. */
const FIRST_LINES = 1000;

/** The first lines of a file: so many that are not blank, and what else its first chunks have. */
const firstLines = async (file: SourceFile): Promise<readonly TextLine[]> => {
  const lines: TextLine[] = [];
  let given = 0;
  for await (const batch of linesOf(file)) {
    for (const line of batch) {
      if (!isBlank(line)) given += 1;
      else if (lines.length >= FIRST_LINES) continue;
      lines.push(line);
    }
    if (given > HEADER_LINES) break;
  }
  return lines;
};

const JSON_LINES_NAME = /\.(?:jsonl|ndjson|json)(?:\.gz)?$/i;

/** The first bytes of a file, decompressed; none of an empty one. */
const startOf = async (file: SourceFile): Promise<Uint8Array> => {
  for await (const chunk of chunksOf(file)) return chunk;
  return new Uint8Array();
};

/**
 * Opens a file as Parquet if its first bytes, and as JSON Lines if its name or its first character say so, as
 * CSV otherwise. JSON Lines of a vendor's API are read as a table.
 *
 * @throws ImportInputError if the file is in another format, or its CSV header cannot be read
 */
export const openSourceFile = async (file: SourceFile): Promise<OpenedFile> => {
  const start = await startOf(file);
  if (isParquet(start)) return openParquet(file);
  assertTextFormat(file.name, start);
  const encoding = encodingOf(start);
  const all = await firstLines(file);
  const lines = all.filter((line) => !isBlank(line));
  if (lines[0]?.text.trimStart().startsWith('{') === true || JSON_LINES_NAME.test(file.name)) {
    const rows = (onBytes?: OnBytes) => jsonRows(file, onBytes);
    const [first] = lines.slice(0, 1).map(jsonRow);
    const form = first !== undefined && 'value' in first ? vendorFormOf(first.value) : undefined;
    const table = form === undefined ? { rows } : await jsonTable(rows, form);
    return { format: 'json-lines', encoding, ...table };
  }
  const position = findHeader(lines);
  const layout = layoutOf(file, position, all);
  return { format: 'csv', encoding, layout, rows: (onBytes) => csvRows(file, layout, position, onBytes) };
};
