import { importCallLists } from './call-lists/import-call-lists.ts';
import { columnIndex, nameColumns } from './column-names/name-columns.ts';
import type { DraftScheme } from './columns/bind-columns.ts';
import { type ColumnMapping, ImportInputError } from './columns/column-mapping.ts';
import { FILE_KINDS, type FileKind, type OpenedFile, openSourceFile } from './files/source-file.ts';
import { importRecords } from './records/import-records.ts';
import { COMPANIES, PEOPLE } from './records/record-kinds.ts';
import { CALL_LISTS } from './rows/call-list-fields.ts';
import { type DraftFile, readDrafts } from './rows/read-drafts.ts';
import type { ImportRun } from './run/import-run.ts';

/** A file whose rows are about to be imported. */
type PreparedFile = Pick<DraftFile<unknown>, 'name' | 'columns'> & {
  readonly importRows: () => Promise<void>;
};

const kindOf = <Draft>(
  label: string,
  scheme: DraftScheme<Draft>,
  importRows: (file: DraftFile<Draft>, run: ImportRun) => Promise<void>,
) => ({
  label,
  fields: scheme.fields,
  prepare: async (source: Parameters<typeof readDrafts>[0], run: ImportRun): Promise<PreparedFile> => {
    const file = await readDrafts(source, scheme, run.mappings ?? [], run);
    return { ...file, importRows: () => importRows(file, run) };
  },
});

const KINDS = {
  companies: kindOf('companies', COMPANIES, (file, run) => importRecords(file, COMPANIES, run)),
  people: kindOf('people', PEOPLE, (file, run) => importRecords(file, PEOPLE, run)),
  callLists: kindOf('call lists', CALL_LISTS, importCallLists),
};

type Source = (typeof KINDS)[FileKind] & {
  readonly kind: FileKind;
  readonly name: string;
  readonly opened: OpenedFile;
};

/** Throws an ImportInputError for a file without a header, and for a mapping of no column or to no field. */
const checkMappings = (sources: readonly Source[], mappings: readonly ColumnMapping[]): void => {
  const files = sources.flatMap(({ name, opened }) =>
    opened.format === 'csv'
      ? [{ name, columns: nameColumns(opened.header).map((column) => column.name) }]
      : [],
  );
  const empty = files.find(({ columns }) => columns.length === 0);
  if (empty !== undefined) throw new ImportInputError(`${empty.name} is empty.`);
  for (const { column, path } of mappings) {
    if (sources.every(({ fields }) => fields.ruleOf(path) === undefined)) {
      const allowed = sources.map(({ label, fields }) => `${label}: ${fields.paths.join(', ')}`);
      throw new ImportInputError(
        `"${column}" is mapped to "${path}", which is not a field. The fields are, for ${allowed.join('; for ')}.`,
      );
    }
    if (files.some(({ columns }) => columnIndex(columns, column) !== -1)) continue;
    const found = files.map(({ name, columns }) => `The columns of ${name} are ${columns.join(', ')}.`);
    // For operators only: without a header, the names are values of the first row.
    const cause = new Error(found.join(' ') || 'JSON Lines have no columns to map.');
    throw new ImportInputError(`No file has a column "${column}" to map.`, { cause });
  }
};

/**
 * Opens the files, binds their columns and checks the mappings, without reading the table.
 *
 * @throws ImportInputError if a file or a mapping cannot be used
 */
export const prepareFiles = async (run: ImportRun): Promise<readonly PreparedFile[]> => {
  const sources: Source[] = [];
  for (const kind of FILE_KINDS) {
    const file = run.files[kind];
    if (file !== undefined) {
      sources.push({ ...KINDS[kind], kind, name: file.name, opened: await openSourceFile(file) });
    }
  }
  checkMappings(sources, run.mappings ?? []);
  const prepared = [];
  for (const source of sources) {
    prepared.push(await source.prepare(source, { ...run, fence: run.fences?.[source.kind] }));
  }
  return prepared;
};
