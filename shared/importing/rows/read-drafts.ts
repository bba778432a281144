import type { DateOrder } from '../cells/dates.ts';
import type { RowContext } from '../cells/field-rules.ts';
import { type CellWarning, type ReadCells, readCells } from '../cells/read-cells.ts';
import { type BoundColumns, bindColumns, type ColumnScheme } from '../columns/bind-columns.ts';
import type { ColumnMapping } from '../columns/column-mapping.ts';
import { type Survey, surveyColumns } from '../columns/survey-columns.ts';
import type { CsvRow, JsonRow, OpenedFile, UnreadableRow } from '../files/source-file.ts';
import { reasonOf } from './row-error.ts';

/** A row as it is reported. */
export interface ReadRow {
  readonly line: number;
  readonly row: unknown;
  /** What of it could not be used. */
  readonly warnings: CellWarning[];
}

/** What a row says, or why it says nothing. */
export type DraftRow<Draft> = ReadRow & ({ readonly draft: Draft } | { readonly reason: string });

export interface DraftReaders<Draft> {
  readonly scheme: ColumnScheme<Draft>;
  /** @param fields the paths of the fields that the file has columns for */
  readonly empty: (fields: ReadonlySet<string>) => Draft;
  /** Throws a RowError if the value cannot be understood. */
  readonly ofJson: (value: Readonly<Record<string, unknown>>, context: RowContext) => Draft;
  /** Completes a draft once all of its row was read. Throws a RowError if it could not be stored by itself. */
  readonly complete: (draft: Draft, context: RowContext) => void;
}

/** A file whose columns are bound to fields, but of which no row was imported yet. */
export interface DraftFile<Draft> {
  readonly name: string;
  /** Absent for JSON Lines. */
  readonly columns?: { readonly plan: BoundColumns<Draft>['plan']; readonly survey: Survey };
  /** Reads the file from its start. */
  rows(onBytes?: (bytes: number) => void): AsyncIterable<readonly DraftRow<Draft>[]>;
}

const objectOf = (columns: readonly string[], cells: readonly string[]): unknown =>
  Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));

const isUnreadable = (row: object): row is UnreadableRow => 'problem' in row;

async function* mapRows<Row extends { readonly line: number }, Draft>(
  batches: AsyncIterable<readonly (Row | UnreadableRow)[]>,
  rowOf: (row: Row) => unknown,
  read: (row: Row) => ReadCells<Draft>,
): AsyncGenerator<readonly DraftRow<Draft>[]> {
  const draftRow = (row: Row | UnreadableRow): DraftRow<Draft> => {
    const { line } = row;
    if (isUnreadable(row)) return { line, row: row.row, warnings: [], reason: row.problem };
    try {
      return { line, row: rowOf(row), ...read(row) };
    } catch (error) {
      return { line, row: rowOf(row), warnings: [], reason: reasonOf(error) };
    }
  };
  for await (const batch of batches) yield batch.map(draftRow);
}

/** The order of day and month by column, of those whose values show it. */
const dateOrdersOf = (columns: readonly string[], survey: Survey): ReadonlyMap<string, DateOrder> =>
  new Map(
    survey.columns.flatMap(({ dateOrder }, index) =>
      dateOrder === undefined ? [] : [[columns[index] ?? '', dateOrder] as const],
    ),
  );

/**
 * Turns an opened file into drafts, whatever its format. A CSV file is read once from start to end before, for what
 * only a column as a whole can tell.
 */
export const readDrafts = async <Draft>(
  { name, opened }: { readonly name: string; readonly opened: OpenedFile },
  { scheme, empty, ofJson, complete }: DraftReaders<Draft>,
  mappings: readonly ColumnMapping[],
  context: RowContext,
): Promise<DraftFile<Draft>> => {
  if (opened.format === 'json-lines') {
    const read = ({ value }: JsonRow) => {
      const draft = ofJson(value, context);
      complete(draft, context);
      return { draft, warnings: [] };
    };
    return { name, rows: (onBytes) => mapRows(opened.rows(onBytes), ({ value }) => value, read) };
  }
  const bound = bindColumns(opened.header, scheme, mappings);
  const columns = bound.plan.map(({ column }) => column);
  const survey = await surveyColumns(opened.rows(), columns.length, context.region);
  const rowContext = { ...context, columnDateOrders: dateOrdersOf(columns, survey) };
  const fields = new Set(bound.plan.flatMap(({ field }) => field ?? []));
  const reader = { bound, scheme, empty: () => empty(fields), complete };
  const read = ({ cells }: CsvRow) => readCells(reader, cells, rowContext);
  return {
    name,
    columns: { plan: bound.plan, survey },
    rows: (onBytes) => mapRows(opened.rows(onBytes), ({ cells }) => objectOf(columns, cells), read),
  };
};
