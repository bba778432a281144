import { importCallLists } from './call-lists/import-call-lists.ts';
import { CALL_LISTS } from './cells/call-list-fields.ts';
import type { DraftScheme } from './columns/bind-columns.ts';
import { checkMappings } from './columns/check-mappings.ts';
import { FILE_KINDS, openSourceFile } from './files/source-file.ts';
import { importRecords } from './records/import-records.ts';
import { COMPANIES, PEOPLE } from './records/record-kinds.ts';
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

/**
 * Opens the files, binds their columns and checks the mappings, without reading the table.
 *
 * @throws ImportInputError if a file or a mapping cannot be used
 */
export const prepareFiles = async (run: ImportRun): Promise<readonly PreparedFile[]> => {
  const sources = [];
  for (const kind of FILE_KINDS) {
    const file = run.files[kind];
    if (file !== undefined) {
      sources.push({ ...KINDS[kind], name: file.name, opened: await openSourceFile(file) });
    }
  }
  checkMappings(sources, run.mappings ?? []);
  const prepared = [];
  for (const source of sources) prepared.push(await source.prepare(source, run));
  return prepared;
};
