import type { FilePlan } from '../../../contract/imports/import-plan.ts';
import type { DateOrder } from '../../../domain/readings/dates.ts';
import type { CellWarning, RowContext } from '../cells/field-rules.ts';
import { bindColumns, type DraftScheme } from '../columns/bind-columns.ts';
import type { ColumnMapping } from '../columns/column-mapping.ts';
import { surveyColumns } from '../columns/survey-columns.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';
import type { CsvLayout, OriginalRow } from '../files/rejects-file.ts';
import type { CsvRow, JsonRow, OpenedFile, UnreadableRow } from '../files/source-file.ts';
import { type ColumnReport, reportColumns } from './column-report.ts';
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

/** A file of which all is decided that is decided before its rows are imported. */
export interface DecidedFile {
  readonly name: string;
  /** Undefined for JSON Lines. */
  readonly layout: CsvLayout | undefined;
  /** Empty for JSON Lines. */
  readonly columns: readonly ColumnReport[];
  readonly plan: FilePlan;
}

export interface DraftFile<Draft> extends DecidedFile {
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

/**
 * What identifies a row, the most reliable first: an id, else whom or what it is about. People are not
 * identified by their name.
 */
const identifying = (isField: (path: string) => boolean): readonly RegExp[] => [
  /^(?:entries\.)?id$/,
  /^entries\.(?:personId|companyId|email|phone\.number)$/,
  ...(isField('startedAt') ? [/^(?:startedAt|personId|email|phone\.(?:number|from|to))$/] : []),
  isField('firstName') ? /^(?:emails(?:\..+)?|linkedinUrl)$/ : /^(?:domain|name)$/,
];

/** What decides how a file is read, besides its content. */
export interface ReadSettings extends RowContext {
  readonly mappings?: readonly ColumnMapping[];
  readonly isDeletingMissing?: boolean;
  readonly isKeepingBlank?: boolean;
}

const planOf = (
  { name, opened: { format, encoding, layout } }: NamedFile,
  columns: readonly ColumnReport[],
  orders: ReadonlyMap<string, DateOrder>,
  { region, dateOrder, isDeletingMissing = false, isKeepingBlank = false }: ReadSettings,
  isField: (path: string) => boolean,
): FilePlan => {
  const filling = (pattern: RegExp): string[] =>
    columns.flatMap(({ column, field }) => (field !== null && pattern.test(field) ? [column] : []));
  return {
    file: name,
    format,
    encoding,
    separator: format === 'csv' ? (layout?.delimiter ?? null) : null,
    region: region ?? null,
    identifiedBy:
      identifying(isField)
        .map(filling)
        .find((names) => names.length > 0) ?? [],
    bannedBy: filling(/^doNotCall$/),
    deletedBy: filling(/^deleted$/),
    isDeletingMissing,
    isKeepingBlank,
    dateOrders: [...orders].map(([column, order]) => ({ column, order: dateOrder ?? order })),
  };
};

interface NamedFile {
  readonly name: string;
  readonly opened: OpenedFile;
}

/**
 * Turns an opened file into drafts, whatever its format. A CSV file is read once from start to end before,
 * for what only a column as a whole can tell.
 */
export const readDrafts = async <Draft>(
  file: NamedFile,
  scheme: DraftScheme<Draft>,
  context: ReadSettings,
): Promise<DraftFile<Draft>> => {
  const { name, opened } = file;
  const { layout } = opened;
  const isField = (path: string): boolean => scheme.fields.ruleOf(path) !== undefined;
  if (layout === undefined) {
    const read = ({ value }: JsonRow) => {
      const warnings: CellWarning[] = [];
      const draft = scheme.ofJson(value, context, (warning) => {
        if (context.isStrict === true) throw new RowError(warning.reason);
        warnings.push(warning);
      });
      scheme.complete(draft, context);
      return { draft, warnings };
    };
    const plan = planOf(file, [], new Map(), context, isField);
    return { name, layout, columns: [], plan, rows: draftRows(opened.rows, read) };
  }
  const surveys = await surveyColumns(opened.rows(), layout.header.length, context.region);
  const { plan, cells: bound, isOwn } = bindColumns(layout, scheme, context.mappings ?? [], surveys);
  const columns = reportColumns(plan, surveys, isField);
  const dateOrders = new Map(
    surveys.flatMap(({ dateOrder }, index) =>
      dateOrder === undefined ? [] : [[plan[index]?.column ?? '', dateOrder] as const],
    ),
  );
  const rowContext = { ...context, isOwn, columnDateOrders: dateOrders };
  const fields = new Set(plan.flatMap(({ field }) => field ?? []));
  const empty = () => scheme.empty(fields, isOwn);
  const reader = { ...scheme, bound, empty, encodedTwice: surveys.map((survey) => survey.encodedTwice) };
  const read = ({ cells, absent }: CsvRow) => readCells(reader, cells, rowContext, absent);
  return {
    name,
    layout,
    columns,
    plan: planOf(file, columns, dateOrders, context, isField),
    rows: draftRows(opened.rows, read),
  };
};
