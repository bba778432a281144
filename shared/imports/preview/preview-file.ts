import type { CountryCode } from 'libphonenumber-js/min';
import type { ImportKind } from '../../contract/imports/import-limits.ts';
import { isPhoneRegion } from '../../domain/readings/phones.ts';
import type { ImportSettings } from '../import.ts';
import { bindColumns, type ColumnPlan } from '../reader/columns/bind-columns.ts';
import { ImportInputError } from '../reader/columns/column-mapping.ts';
import { nameColumns } from '../reader/columns/name-columns.ts';
import { type ColumnSurvey, surveyColumns } from '../reader/columns/survey-columns.ts';
import type { CsvLayout } from '../reader/files/rejects-file.ts';
import {
  type CsvRow,
  type JsonRow,
  type OpenedFile,
  openSourceFile,
  type UnreadableRow,
} from '../reader/files/source-file.ts';
import { FIELD_FOR } from '../reader/rows/column-report.ts';

import { type FileStart, fileOfStart } from './file-start.ts';
import { fieldsOf, type ImportField, schemeOf } from './import-fields.ts';

const MAX_ROWS = 10;
/** Bounds the size of a preview. */
const MAX_COLUMNS = 500;
const MAX_CELL_LENGTH = 100;

export interface PreviewedColumn {
  readonly name: string;
  readonly field: string | null;
  readonly as: ColumnPlan['as'];
  readonly note: string | null;
  readonly samples: readonly string[];
  /** A field that its values look like, of a column that fills none. */
  readonly suggestedField: string | null;
}

export interface PreviewedRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly problem: string | null;
}

/** What an import of a file would read. */
export interface FilePreview {
  /** `null` if the file is in neither format. */
  readonly format: OpenedFile['format'] | null;
  /** Why the file cannot be imported; `null` if it can. */
  readonly problem: string | null;
  readonly columns: readonly PreviewedColumn[];
  readonly columnCount: number;
  readonly rows: readonly PreviewedRow[];
  /** The fields that columns of this kind of file can fill. */
  readonly fields: readonly ImportField[];
}

/** A file to preview, by its start. */
export interface PreviewedFile extends FileStart {
  readonly kind: ImportKind;
  readonly settings: ImportSettings;
}

/** Text of a file as far as a preview shows it. */
export const shortened = (text: string): string =>
  text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH)}…` : text;

const textOf = (row: unknown): string => (typeof row === 'string' ? row : JSON.stringify(row));

const previewOfRow = (row: CsvRow | JsonRow | UnreadableRow): PreviewedRow => {
  const { line } = row;
  if ('problem' in row) return { line, cells: [shortened(textOf(row.row))], problem: row.problem };
  if ('value' in row) return { line, cells: [shortened(textOf(row.value))], problem: null };
  return { line, cells: row.cells.slice(0, MAX_COLUMNS).map(shortened), problem: null };
};

const firstRows = async (opened: OpenedFile): Promise<readonly PreviewedRow[]> => {
  const rows: PreviewedRow[] = [];
  for await (const batch of opened.rows()) {
    rows.push(...batch.slice(0, MAX_ROWS - rows.length).map(previewOfRow));
    if (rows.length === MAX_ROWS) break;
  }
  return rows;
};

const previewOfColumn = (
  plan: ColumnPlan,
  survey: ColumnSurvey | undefined,
  isField: (path: string) => boolean,
): PreviewedColumn => {
  const look = plan.as === 'customField' ? survey?.looksLike : undefined;
  const suggested = look === undefined ? undefined : FIELD_FOR[look];
  return {
    name: plan.column,
    field: plan.field,
    as: plan.as,
    note: plan.note ?? null,
    samples: survey?.samples ?? [],
    suggestedField: suggested !== undefined && isField(suggested) ? suggested : null,
  };
};

const regionOf = ({ region }: ImportSettings): CountryCode | undefined =>
  region !== null && isPhoneRegion(region) ? region : undefined;

/** Mappings of a profile may name columns that this file does not have; two of one field conflict. */
const columnsOf = async (
  opened: OpenedFile & { readonly layout: CsvLayout },
  { kind, settings }: PreviewedFile,
): Promise<readonly PreviewedColumn[]> => {
  const scheme = schemeOf(kind);
  const { header, isRejects } = opened.layout;
  const surveys = await surveyColumns(opened.rows(), header.length, regionOf(settings));
  const { plan } = bindColumns(header, scheme, settings.mappings, isRejects, surveys);
  const isField = (path: string): boolean => scheme.fields.ruleOf(path) !== undefined;
  return plan.slice(0, MAX_COLUMNS).map((each, index) => previewOfColumn(each, surveys[index], isField));
};

/** Reads the start of a file as the import does, without the table. */
export const previewFile = async (file: PreviewedFile): Promise<FilePreview> => {
  const { kind, fileName } = file;
  const fields = fieldsOf(kind);
  const empty = { columns: [], columnCount: 0, rows: [], fields };
  try {
    const opened = await openSourceFile(await fileOfStart(file));
    const { format } = opened;
    if (opened.layout === undefined)
      return { ...empty, format, problem: null, rows: await firstRows(opened) };
    const columnCount = nameColumns(opened.layout.header).length;
    if (columnCount === 0) return { ...empty, format, problem: `${fileName} is empty.` };
    return {
      format,
      problem: null,
      columns: await columnsOf(opened, file),
      columnCount,
      rows: await firstRows(opened),
      fields,
    };
  } catch (error) {
    if (error instanceof ImportInputError) return { ...empty, format: null, problem: error.message };
    // A file that claims to be compressed and is not, or is damaged.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      return { ...empty, format: null, problem: `${fileName} cannot be decompressed: ${error.message}.` };
    }
    throw error;
  }
};
