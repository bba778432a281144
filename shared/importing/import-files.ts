import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { CountryCode } from 'libphonenumber-js/min';
import { companySchema } from '../domain/company.ts';
import { personSchema } from '../domain/person.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { createTableReader } from '../table/document-client-reader.ts';
import { createTableWriter } from '../table/document-client-writer.ts';
import { assertMappedFields, columnNames, mappingsIn } from './bind-columns.ts';
import { emptyCallListDraft } from './call-list-draft.ts';
import { CALL_LIST_SCHEME } from './call-list-fields.ts';
import { type ColumnMapping, ImportInputError } from './column-mapping.ts';
import { DryRunRecords } from './dry-run-records.ts';
import { importCallLists } from './import-call-lists.ts';
import { createIdMaker } from './import-ids.ts';
import { importRecords } from './import-records.ts';
import { type ImportReport, ImportTally } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { callListDraftOfJson } from './json-call-lists.ts';
import { draftOfJson } from './json-records.ts';
import { type DraftReaders, readDrafts } from './read-drafts.ts';
import { emptyDraft, type RecordDraft } from './record-draft.ts';
import { COMPANIES, type ImportedRecord, PEOPLE, type RecordKind } from './record-kinds.ts';
import type { RejectedRow } from './rejected-row.ts';
import { type OpenedFile, openSourceFile, type SourceFile } from './source-file.ts';

/** The kinds of files, in the order in which they are imported: each refers only to earlier ones. */
export const FILE_KINDS = ['companies', 'people', 'callLists'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export interface ImportOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** A lower-case UUID. */
  readonly organizationId: string;
  readonly files: Readonly<Partial<Record<FileKind, SourceFile>>>;
  readonly mappings?: readonly ColumnMapping[];
  /** The name of the system that the files come from; ids are only the same within one. Default: `import`. */
  readonly source?: string;
  /** Whose national phone number formats are understood. Default: only international ones are. */
  readonly region?: CountryCode | undefined;
  /** Reads, compares and reports, but writes nothing. Default: false. */
  readonly isDryRun?: boolean;
  /** Writes without events. Default: false. */
  readonly isSilent?: boolean;
  readonly onRejectedRow?: (row: RejectedRow) => void;
  /** Called often, with the counts so far. */
  readonly onProgress?: (tally: ImportTally) => void;
}

interface OpenedSource {
  readonly kind: FileKind;
  readonly name: string;
  readonly opened: OpenedFile;
}

const SCHEMES = { companies: COMPANIES.scheme, people: PEOPLE.scheme, callLists: CALL_LIST_SCHEME };

const LABELS = { companies: 'companies', people: 'people', callLists: 'call lists' };

const checkMappings = (sources: readonly OpenedSource[], mappings: readonly ColumnMapping[]): void => {
  assertMappedFields(mappings, new Map(sources.map(({ kind }) => [LABELS[kind], SCHEMES[kind].fields])));
  const files = sources.flatMap(({ name, opened }) =>
    opened.format === 'csv' ? [{ name, columns: columnNames(opened.header) }] : [],
  );
  for (const mapping of mappings) {
    if (files.some(({ columns }) => mappingsIn(columns, [mapping]).length > 0)) continue;
    const found = files.map(({ name, columns }) => `${name}: ${columns.join(', ')}`);
    throw new ImportInputError(
      `--map: there is no column "${mapping.column}". The columns are, of ${found.join('; of ') || 'no CSV file'}.`,
    );
  }
};

const recordReaders = <T extends ImportedRecord>(
  kind: RecordKind<T>,
  fields: ReadonlySet<string>,
): DraftReaders<RecordDraft> => ({
  scheme: kind.scheme,
  empty: emptyDraft,
  ofJson: (value, context) => draftOfJson(value, fields, context),
});

const READERS = {
  companies: recordReaders(COMPANIES, new Set(Object.keys(companySchema.shape))),
  people: recordReaders(PEOPLE, new Set(Object.keys(personSchema.shape))),
  callLists: { scheme: CALL_LIST_SCHEME, empty: emptyCallListDraft, ofJson: callListDraftOfJson },
};

/**
 * Imports files into an organization: companies, then people, then call lists. Can be stopped at any time and
 * repeated: ids come from the source, only what differs from the table is written, and counters change in the
 * same transactions as what they count. Memory does not grow with the files, but for some bytes a row.
 *
 * Throws an ImportInputError if the files or mappings cannot be used, before anything is written.
 */
export const importFiles = async (options: ImportOptions): Promise<ImportReport> => {
  const { client, tableName, organizationId, files, mappings = [], onProgress } = options;
  const sources: OpenedSource[] = [];
  for (const kind of FILE_KINDS) {
    const file = files[kind];
    if (file !== undefined) sources.push({ kind, name: file.name, opened: await openSourceFile(file) });
  }
  for (const { name, opened } of sources) {
    if (opened.format === 'csv' && opened.header.length === 0)
      throw new ImportInputError(`${name} is empty.`);
  }
  checkMappings(sources, mappings);

  const tally = new ImportTally();
  const run: ImportRun = {
    reader: createTableReader(client, tableName),
    writer: createTableWriter(client, tableName),
    organizationId,
    context: {
      idOf: createIdMaker(organizationId),
      source: options.source ?? 'import',
      region: options.region,
    },
    mappings,
    isSilent: options.isSilent ?? false,
    dryRun: options.isDryRun === true ? new DryRunRecords() : undefined,
    now: () => timestampOf(new Date()),
    tally,
    onRejectedRow: options.onRejectedRow ?? (() => undefined),
    onProgress: () => onProgress?.(tally),
  };
  const ignoredColumns: Record<string, readonly string[]> = {};
  for (const source of sources) {
    const { kind, name, opened } = source;
    if (kind === 'callLists') {
      const drafts = readDrafts(source, READERS.callLists, mappings, run.context);
      if (drafts.ignored.length > 0) ignoredColumns[name] = drafts.ignored;
      await importCallLists({ ...drafts, name }, opened.format === 'csv', run);
    } else {
      const drafts = readDrafts(source, READERS[kind], mappings, run.context);
      const file = { ...drafts, name };
      if (kind === 'people') await importRecords(file, PEOPLE, kind, run);
      else await importRecords(file, COMPANIES, kind, run);
    }
  }
  return {
    companies: tally.of('companies'),
    people: tally.of('people'),
    callLists: tally.of('callLists'),
    callListEntries: tally.of('callListEntries'),
    ignoredColumns,
  };
};
