import type { FileFormat } from '../../../contract/imports/import-limits.ts';
import type { DateOrder } from '../../../domain/readings/dates.ts';
import type { CellWarning, RowContext } from '../cells/field-rules.ts';
import { bindColumns, type DraftScheme } from '../columns/bind-columns.ts';
import type { ColumnMapping } from '../columns/column-mapping.ts';
import { type ColumnSurvey, surveyColumns } from '../columns/survey-columns.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';
import type { OriginalRow } from '../files/rejects-file.ts';
import type { CsvRow, JsonRow, OpenedFile, UnreadableRow } from '../files/source-file.ts';
import { type ColumnAdvice, type ColumnReport, reportColumns } from './column-report.ts';
import { readCells } from './read-cells.ts';

/** A row as it is reported. */
export interface ReadRow {
  readonly line: number;
  readonly original: OriginalRow;
  /** What of it could not be used. */
  readonly warnings: CellWarning[];
  /** What a file of rejected rows says of it; any other text, or nothing, in other files. */
  readonly reason?: unknown;
}

/** A row and what it says. */
export interface DraftRow<Draft> extends ReadRow {
  readonly draft: Draft;
}

/** A file whose columns are bound to fields, but of which no row was imported yet. */
export interface DraftFile<Draft> {
  readonly name: string;
  /** Empty for JSON Lines. */
  readonly columns: readonly ColumnReport[];
  readonly format: FileFormat;
  /** The separator of the cells of CSV, and the encoding of text. */
  readonly separator: string | null;
  readonly encoding: string | null;
  /** The order of day and month by column, of those whose values show it. */
  readonly dateOrders: ReadonlyMap<string, DateOrder>;
  /**
   * Reads the file from its start.
   *
   * @param accept what becomes of a row; it may throw a RowError
   * @param reject receives a row that cannot be imported, with its draft if it could be read
   */
  rows<Row>(
    accept: (row: DraftRow<Draft>) => Row,
    reject: (row: RejectedDraft<Draft>, reason: string) => void,
    onBytes?: (bytes: number) => void,
  ): AsyncIterable<readonly Row[]>;
}

type RejectedDraft<Draft> = Omit<ReadRow, 'warnings'> & { readonly draft: Draft | undefined };

const originalOf = (raw: CsvRow | JsonRow | UnreadableRow): OriginalRow => {
  if ('problem' in raw) return raw.cells ?? String(raw.row);
  return 'value' in raw ? raw.value : raw.cells;
};

const draftRows = <Raw extends CsvRow | JsonRow, Draft>(
  open: (onBytes?: (bytes: number) => void) => AsyncIterable<readonly (Raw | UnreadableRow)[]>,
  read: (raw: Raw) => Pick<DraftRow<Draft>, 'draft' | 'warnings'>,
): DraftFile<Draft>['rows'] =>
  async function* (accept, reject, onBytes) {
    for await (const batch of open(onBytes)) {
      yield batch.flatMap((raw) => {
        const { line } = raw;
        const original = originalOf(raw);
        let draft: Draft | undefined;
        try {
          if ('problem' in raw) throw new RowError(raw.problem);
          const result = read(raw);
          draft = result.draft;
          const reason = 'value' in raw ? raw.reason : raw.cells.at(-1);
          return [accept({ line, original, reason, ...result })];
        } catch (error) {
          reject({ line, original, draft }, reasonOf(error));
          return [];
        }
      });
    }
  };

/** The order of day and month by column, of those whose values show it. */
const dateOrdersOf = (
  columns: readonly string[],
  surveys: readonly ColumnSurvey[],
): ReadonlyMap<string, DateOrder> =>
  new Map(
    surveys.flatMap(({ dateOrder }, index) =>
      dateOrder === undefined ? [] : [[columns[index] ?? '', dateOrder] as const],
    ),
  );

/**
 * Turns an opened file into drafts, whatever its format. A CSV file is read once from start to end before,
 * for what only a column as a whole can tell.
 */
export const readDrafts = async <Draft>(
  { name, opened }: { readonly name: string; readonly opened: OpenedFile },
  scheme: DraftScheme<Draft>,
  mappings: readonly ColumnMapping[],
  context: RowContext & { readonly advice?: ColumnAdvice },
): Promise<DraftFile<Draft>> => {
  const { format, encoding } = opened;
  if (opened.layout === undefined) {
    const read = ({ value }: JsonRow) => {
      const warnings: CellWarning[] = [];
      const draft = scheme.ofJson(value, context, (warning) => {
        if (context.isStrict === true) throw new RowError(warning.reason);
        warnings.push(warning);
      });
      scheme.complete(draft, context);
      return { draft, warnings };
    };
    const none = { separator: null, columns: [], dateOrders: new Map() };
    return { name, format, encoding, ...none, rows: draftRows(opened.rows, read) };
  }
  const { header, delimiter, isRejects } = opened.layout;
  const surveys = await surveyColumns(opened.rows(), header.length, context.region);
  const { plan, cells: bound, isOwn } = bindColumns(header, scheme, mappings, isRejects, surveys);
  const columns = plan.map(({ column }) => column);
  const dateOrders = dateOrdersOf(columns, surveys);
  const rowContext = { ...context, isOwn, columnDateOrders: dateOrders };
  const fields = new Set(plan.flatMap(({ field }) => field ?? []));
  const empty = () => scheme.empty(fields, isOwn);
  const encodedTwice = surveys.map((survey) => survey.encodedTwice);
  const reader = { ...scheme, bound, empty, encodedTwice };
  const read = ({ cells, absent }: CsvRow) => readCells(reader, cells, rowContext, absent);
  return {
    name,
    format,
    encoding,
    separator: format === 'csv' ? delimiter : null,
    dateOrders,
    columns: reportColumns(plan, surveys, (path) => scheme.fields.ruleOf(path) !== undefined, context.advice),
    rows: draftRows(opened.rows, read),
  };
};
