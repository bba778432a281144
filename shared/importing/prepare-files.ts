import { companySchema } from '../domain/company.ts';
import { personSchema } from '../domain/person.ts';
import { importCallLists } from './call-lists/import-call-lists.ts';
import { CALL_LIST_SCHEME } from './cells/call-list-fields.ts';
import type { RowContext } from './cells/field-rules.ts';
import { checkMappings } from './columns/check-mappings.ts';
import type { ColumnMapping } from './columns/column-mapping.ts';
import { type ColumnReport, reportColumns } from './columns/column-report.ts';
import {
  FILE_KINDS,
  type FileKind,
  type OpenedFile,
  openSourceFile,
  type SourceFile,
} from './files/source-file.ts';
import { completeDraft } from './records/identify.ts';
import { importRecords } from './records/import-records.ts';
import { COMPANIES, type ImportedRecord, PEOPLE, type RecordKind } from './records/record-kinds.ts';
import { type CallListDraft, emptyCallListDraft } from './rows/call-list-draft.ts';
import { callListDraftOfJson } from './rows/json-call-lists.ts';
import { draftOfJson } from './rows/json-records.ts';
import { type DraftFile, type DraftReaders, readDrafts } from './rows/read-drafts.ts';
import { emptyDraft, type RecordDraft } from './rows/record-draft.ts';
import type { ImportRun } from './run/import-run.ts';

const recordReaders = <T extends ImportedRecord>(
  kind: RecordKind<T>,
  fields: ReadonlySet<string>,
): DraftReaders<RecordDraft> => ({
  scheme: kind.scheme,
  empty: emptyDraft,
  ofJson: (value, context) => draftOfJson(value, fields, context),
  complete: (draft, context) => completeDraft(draft, kind, context),
});

const COMPANY_READERS = recordReaders(COMPANIES, new Set(Object.keys(companySchema.shape)));
const PERSON_READERS = recordReaders(PEOPLE, new Set(Object.keys(personSchema.shape)));
const CALL_LIST_READERS: DraftReaders<CallListDraft> = {
  scheme: CALL_LIST_SCHEME,
  empty: emptyCallListDraft,
  ofJson: callListDraftOfJson,
  complete: () => undefined,
};

interface NamedFile {
  readonly name: string;
  readonly opened: OpenedFile;
}

/** What the reading of all files depends on. */
interface Settings {
  readonly mappings: readonly ColumnMapping[];
  readonly context: RowContext;
}

/** A file whose rows are about to be imported. */
export interface PreparedFile {
  readonly name: string;
  readonly columns: readonly ColumnReport[];
  readonly importRows: (run: ImportRun) => Promise<void>;
}

const prepare = async <Draft>(
  source: NamedFile,
  readers: DraftReaders<Draft>,
  importRows: (file: DraftFile<Draft>, run: ImportRun) => Promise<void>,
  { mappings, context }: Settings,
): Promise<PreparedFile> => {
  const file = await readDrafts(source, readers, mappings, context);
  const isField = (path: string): boolean => readers.scheme.fields.ruleOf(path) !== undefined;
  return {
    name: file.name,
    columns: file.columns === undefined ? [] : reportColumns(file.columns, isField),
    importRows: (run) => importRows(file, run),
  };
};

const PREPARE: Readonly<Record<FileKind, (source: NamedFile, settings: Settings) => Promise<PreparedFile>>> =
  {
    companies: (source, settings) =>
      prepare(
        source,
        COMPANY_READERS,
        (file, run) => importRecords(file, COMPANIES, 'companies', run),
        settings,
      ),
    people: (source, settings) =>
      prepare(source, PERSON_READERS, (file, run) => importRecords(file, PEOPLE, 'people', run), settings),
    callLists: (source, settings) => prepare(source, CALL_LIST_READERS, importCallLists, settings),
  };

/**
 * Opens the files, binds their columns and checks the mappings, without reading the table.
 *
 * @throws ImportInputError if a file or a mapping cannot be used
 */
export const prepareFiles = async (
  files: Readonly<Partial<Record<FileKind, SourceFile>>>,
  mappings: readonly ColumnMapping[],
  context: RowContext,
): Promise<readonly PreparedFile[]> => {
  const opened = [];
  for (const kind of FILE_KINDS) {
    const file = files[kind];
    if (file !== undefined) opened.push({ kind, name: file.name, opened: await openSourceFile(file) });
  }
  checkMappings(opened, mappings);
  const settings = { mappings, context };
  const all: PreparedFile[] = [];
  for (const { kind, ...source } of opened) {
    all.push(await PREPARE[kind](source, settings));
  }
  return all;
};
