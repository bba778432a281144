import { headerOf } from './csv-header.ts';
import { type CsvRecord, CsvRecords } from './csv-records.ts';
import { jsonProblem } from './json-syntax.ts';
import { LINE_TOO_LONG, readTextLines, type TextLine } from './text-lines.ts';
import { textProblem } from './text-problem.ts';

/** A file to import from. */
export interface SourceFile {
  /** How reports name the file. */
  readonly name: string;
  /** Reads the file from its start; each call anew. */
  open(): AsyncIterable<Uint8Array>;
}

/** A row that could not be read at all. */
export interface UnreadableRow {
  readonly line: number;
  readonly problem: string;
  /** The row as far as it was understood. */
  readonly row: unknown;
}

export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface JsonRow {
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>>;
}

export type OpenedFile =
  | {
      readonly format: 'csv';
      /** Empty if the file is. */
      readonly header: readonly string[];
      readonly rows: AsyncIterable<readonly (CsvRow | UnreadableRow)[]>;
    }
  | { readonly format: 'json-lines'; readonly rows: AsyncIterable<readonly (JsonRow | UnreadableRow)[]> };

type Lines = AsyncIterator<readonly TextLine[]>;

const isBlank = (line: TextLine): boolean => line.text.trim() === '';

async function* remaining(first: readonly TextLine[], lines: Lines): AsyncGenerator<readonly TextLine[]> {
  yield first;
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) yield next.value;
}

/** The table knows no negative zero: a value that is one would be a change with each import. */
const withoutSign = (_: string, value: unknown): unknown => (value === 0 ? 0 : value);

const jsonRow = (line: TextLine): JsonRow | UnreadableRow => {
  const row = line.text.slice(0, 1000);
  if (line.isCut) return { line: line.number, problem: LINE_TOO_LONG, row };
  const lost = textProblem(line.text);
  if (lost !== undefined) return { line: line.number, problem: lost, row };
  try {
    const value: unknown = JSON.parse(line.text, /[\s:,[]-0/.test(line.text) ? withoutSign : undefined);
    const problem = jsonProblem(line.text);
    if (problem !== undefined) return { line: line.number, problem, row };
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { line: line.number, value: { ...value } };
    }
    return { line: line.number, problem: 'the line is not a JSON object', row };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { line: line.number, problem: `the line is not valid JSON: ${reason}`, row };
  }
};

async function* jsonRows(lines: AsyncIterable<readonly TextLine[]>) {
  for await (const batch of lines) yield batch.filter((line) => !isBlank(line)).map(jsonRow);
}

const csvRow = (record: CsvRecord, header: readonly string[]): CsvRow | UnreadableRow => {
  if ('problem' in record) return { line: record.line, problem: record.problem, row: record.text };
  const { line, cells } = record;
  if (cells.length !== header.length) {
    return { line, problem: `the row has ${cells.length} cells, the header ${header.length}`, row: cells };
  }
  for (const [index, cell] of cells.entries()) {
    const problem = textProblem(cell);
    if (problem !== undefined) {
      return { line, problem: `column "${header[index]?.trim()}": ${problem}`, row: cells };
    }
  }
  return record;
};

const openCsv = async (name: string, lines: AsyncGenerator<readonly TextLine[]>): Promise<OpenedFile> => {
  const records = new CsvRecords();
  async function* read(): AsyncGenerator<readonly CsvRecord[]> {
    for await (const batch of lines) yield records.push(batch);
    yield records.end();
  }
  const batches = read();
  let header: readonly string[] = [];
  let first: readonly CsvRecord[] = [];
  for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
    const [head, ...rest] = next.value;
    if (head === undefined) continue;
    header = headerOf(head, name);
    first = rest;
    break;
  }
  async function* rows() {
    yield first.map((record) => csvRow(record, header));
    for await (const batch of batches) yield batch.map((record) => csvRow(record, header));
  }
  return { format: 'csv', header, rows: rows() };
};

const JSON_LINES_NAME = /\.(?:jsonl|ndjson|json)$/i;

/** Opens a file as JSON Lines if its name or its first character says so, as CSV otherwise. */
export const openSourceFile = async (file: SourceFile): Promise<OpenedFile> => {
  const lines = readTextLines(file.open());
  let batch: readonly TextLine[] = [];
  do {
    const next = await lines.next();
    if (next.done === true) break;
    batch = next.value;
  } while (batch.every(isBlank));
  const start = batch.find((line) => !isBlank(line))?.text.trimStart() ?? '';
  const all = remaining(batch, lines);
  if (JSON_LINES_NAME.test(file.name) || start.startsWith('{')) {
    return { format: 'json-lines', rows: jsonRows(all) };
  }
  return openCsv(file.name, all);
};
