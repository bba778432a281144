import { bindColumns, type ColumnScheme } from './bind-columns.ts';
import type { ColumnMapping } from './column-mapping.ts';
import type { RowContext } from './field-rules.ts';
import { reasonOf } from './rejected-row.ts';
import type { CsvRow, JsonRow, OpenedFile, UnreadableRow } from './source-file.ts';

/** What a row says, or why it says nothing. */
export type DraftRow<Draft> = {
  readonly line: number;
  /** The row as it is reported when it is rejected. */
  readonly row: unknown;
} & ({ readonly draft: Draft } | { readonly reason: string });

export interface DraftReaders<Draft> {
  readonly scheme: ColumnScheme<Draft>;
  readonly empty: () => Draft;
  /** Throws a RowError if the value cannot be understood. */
  readonly ofJson: (value: Readonly<Record<string, unknown>>, context: RowContext) => Draft;
}

export interface DraftFile<Draft> {
  /** The names of the columns; none for JSON Lines. */
  readonly columns: readonly string[];
  /** Columns that nothing is taken from. */
  readonly ignored: readonly string[];
  readonly rows: AsyncIterable<readonly DraftRow<Draft>[]>;
}

const draftRow = <Draft>(line: number, row: unknown, read: () => Draft): DraftRow<Draft> => {
  try {
    return { line, row, draft: read() };
  } catch (error) {
    return { line, row, reason: reasonOf(error) };
  }
};

const objectOf = (columns: readonly string[], cells: readonly string[]): unknown =>
  Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));

const unreadable = ({ line, problem, row }: UnreadableRow) => ({ line, row, reason: problem });

const isUnreadable = (row: object): row is UnreadableRow => 'problem' in row;

async function* mapRows<Row extends object, Draft>(
  rows: AsyncIterable<readonly (Row | UnreadableRow)[]>,
  read: (row: Row) => DraftRow<Draft>,
): AsyncGenerator<readonly DraftRow<Draft>[]> {
  for await (const batch of rows) {
    yield batch.map((row) => (isUnreadable(row) ? unreadable(row) : read(row)));
  }
}

/** Turns an opened file into drafts, whatever its format. Rows of blank cells are skipped. */
export const readDrafts = <Draft>(
  file: { readonly name: string; readonly opened: OpenedFile },
  { scheme, empty, ofJson }: DraftReaders<Draft>,
  mappings: readonly ColumnMapping[],
  context: RowContext,
): DraftFile<Draft> => {
  if (file.opened.format === 'json-lines') {
    const read = ({ line, value }: JsonRow) => draftRow(line, value, () => ofJson(value, context));
    return { columns: [], ignored: [], rows: mapRows(file.opened.rows, read) };
  }
  const bound = bindColumns(file.opened.header, scheme, mappings);
  const read = ({ line, cells }: CsvRow) =>
    draftRow(line, objectOf(bound.columns, cells), () => {
      const draft = empty();
      bound.apply(draft, cells, context);
      return draft;
    });
  return { columns: bound.columns, ignored: bound.ignored, rows: mapRows(file.opened.rows, read) };
};
