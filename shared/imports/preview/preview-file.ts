import type { AdminResponseBody } from '../../contract/admin-response-bodies.ts';
import { createIdMaker } from '../../table/items/import-ids.ts';
import { inWordsOfConsole } from '../console-words.ts';
import type { Import } from '../import.ts';
import { readingOf } from '../import-reading.ts';
import { ImportInputError } from '../reader/columns/column-mapping.ts';
import {
  type CsvRow,
  type JsonRow,
  type OpenedFile,
  openSourceFile,
  type UnreadableRow,
} from '../reader/files/source-file.ts';
import { type FileStart, fileOfStart } from './file-start.ts';
import { decideFile, fieldsOf } from './import-fields.ts';

/** What an import of a file would read. */
type FilePreview = Omit<AdminResponseBody<'ImportPreview'>, 'settings'>;

const MAX_ROWS = 10;
/** Bounds the size of a preview. */
const MAX_COLUMNS = 500;
const MAX_CELL_LENGTH = 100;

/** Text of a file as far as a preview shows it. */
const shortened = (text: string): string =>
  text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH)}…` : text;

const textOf = (row: unknown): string => (typeof row === 'string' ? row : JSON.stringify(row));

const previewOfRow = (row: CsvRow | JsonRow | UnreadableRow): FilePreview['rows'][number] => {
  const { line } = row;
  if ('problem' in row) return { line, cells: [shortened(textOf(row.row))], problem: row.problem };
  if ('value' in row) return { line, cells: [shortened(textOf(row.value))], problem: null };
  return { line, cells: row.cells.slice(0, MAX_COLUMNS).map(shortened), problem: null };
};

const firstRows = async (opened: OpenedFile): Promise<FilePreview['rows']> => {
  const rows: FilePreview['rows'][number][] = [];
  for await (const batch of opened.rows()) {
    rows.push(...batch.slice(0, MAX_ROWS - rows.length).map(previewOfRow));
    if (rows.length === MAX_ROWS) break;
  }
  return rows;
};

/** Reads the start of a file as the import does, without the table. */
export const previewFile = async (
  file: FileStart & Pick<Import, 'organizationId' | 'source' | 'kind' | 'settings'>,
): Promise<FilePreview> => {
  const { kind, fileName, organizationId, source, settings } = file;
  const fields = fieldsOf(kind);
  const empty = { columns: [], columnCount: 0, rows: [], fields };
  try {
    const opened = await openSourceFile(await fileOfStart(file));
    const { format, layout } = opened;
    if (layout?.header.length === 0) return { ...empty, format, problem: `${fileName} is empty.` };
    const { columns } = await decideFile({ name: fileName, opened }, kind, {
      ...readingOf(settings),
      idOf: createIdMaker(organizationId),
      source,
    });
    return {
      format,
      problem: null,
      columns: columns
        .slice(0, MAX_COLUMNS)
        .map(({ column, note = null, suggestedField = null, ...rest }) => ({
          name: column,
          ...rest,
          note: note && inWordsOfConsole(note),
          suggestedField,
        })),
      columnCount: columns.length,
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
