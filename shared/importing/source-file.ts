import { CsvRecords } from './csv-records.ts';
import { readTextLines, type TextLine } from './text-lines.ts';

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

const NOT_UTF_8 = 'the text is not UTF-8 (save the file as "CSV UTF-8")';

type Lines = AsyncIterator<readonly TextLine[]>;

const isBlank = (line: TextLine): boolean => line.text.trim() === '';

async function* remaining(first: readonly TextLine[], lines: Lines): AsyncGenerator<readonly TextLine[]> {
  yield first;
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) yield next.value;
}

const jsonRow = (line: TextLine): JsonRow | UnreadableRow => {
  const row = line.text.slice(0, 1000);
  if (line.isCut) return { line: line.number, problem: 'the line is too long', row };
  if (line.text.includes('\uFFFD')) return { line: line.number, problem: NOT_UTF_8, row };
  try {
    const value: unknown = JSON.parse(line.text);
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

const openCsv = async (lines: AsyncGenerator<readonly TextLine[]>): Promise<OpenedFile> => {
  const records = new CsvRecords();
  let header: readonly string[] | undefined;
  async function* read(): AsyncGenerator<readonly (CsvRow | UnreadableRow)[]> {
    for await (const batch of lines) yield records.push(batch).map(checked);
    yield records.end().map(checked);
  }
  const checked = (record: ReturnType<CsvRecords['push']>[number]): CsvRow | UnreadableRow => {
    if ('problem' in record) return { line: record.line, problem: record.problem, row: record.text };
    const { line, cells } = record;
    if (header !== undefined && cells.length !== header.length) {
      const problem = `the row has ${cells.length} cells, the header ${header.length}`;
      return { line, problem, row: cells };
    }
    if (cells.some((cell) => cell.includes('\uFFFD'))) return { line, problem: NOT_UTF_8, row: cells };
    return record;
  };
  const batches = read();
  let first: readonly (CsvRow | UnreadableRow)[] = [];
  for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
    const [head, ...rest] = next.value;
    if (head === undefined) continue;
    header = 'cells' in head ? head.cells : [];
    // These were taken apart before the header's width was known.
    first = rest.map((row) => ('cells' in row ? checked(row) : row));
    break;
  }
  async function* rows() {
    yield first;
    yield* batches;
  }
  return { format: 'csv', header: header ?? [], rows: rows() };
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
  return openCsv(all);
};
