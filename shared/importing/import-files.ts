import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { CountryCode } from 'libphonenumber-js/min';
import { timestampOf } from '../domain/timestamp.ts';
import { scanCompanies } from '../table/records/scan-companies.ts';
import { createTableReader } from '../table/sdk/document-client-table.ts';
import { createTableWriter } from '../table/sdk/document-client-writer.ts';
import type { DateOrder } from './cells/dates.ts';
import type { ColumnMapping } from './columns/column-mapping.ts';
import type { FileKind, SourceFile } from './files/source-file.ts';
import { prepareFiles } from './prepare-files.ts';
import type { RejectedRow, StoredRow, Warning } from './rows/row-reports.ts';
import { DryRunRecords } from './run/dry-run-records.ts';
import { createIdMaker } from './run/import-ids.ts';
import { type ImportReport, ImportTally } from './run/import-report.ts';
import type { ImportRun } from './run/import-run.ts';

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
  /** The order of day and month in numeric dates. Default: per column, where its values leave only one. */
  readonly dateOrder?: DateOrder | undefined;
  /** Rejects a row for one unreadable cell. Default: false. */
  readonly isStrict?: boolean;
  /** Merges several rows of one person or company. Default: false, which rejects all but the first. */
  readonly isMergingRows?: boolean;
  /** Creates companies that people name and that are not stored. Default: false. */
  readonly isCreatingCompanies?: boolean;
  /** Reads, compares and reports, but writes nothing. Default: false. */
  readonly isDryRun?: boolean;
  /** Writes without events. Default: false. */
  readonly isSilent?: boolean;
  /** Rows, or entries, that are read from the table together. Default: 500 rows, 1,000 entries. */
  readonly windowRows?: number;
  /** Called before anything is written, with what becomes of the columns of each CSV file, by its name. */
  readonly onColumns?: (columns: ImportReport['columns']) => void;
  readonly onRejectedRow?: (row: RejectedRow) => void;
  readonly onWarning?: (warning: Warning) => void;
  readonly onStoredRow?: (row: StoredRow) => void;
  /** Called often, with the counts so far and the bytes of all files that are done. */
  readonly onProgress?: (tally: ImportTally, bytesRead: number) => void;
}

/**
 * Imports files into an organization: companies, then people, then call lists. Can be stopped at any time and
 * repeated: ids come from the source, only what differs from the table is written, and counters change in the
 * same transactions as what they count. Memory does not grow with the files, but for some bytes a row.
 *
 * Throws an ImportInputError if the files or mappings cannot be used, before anything is written.
 */
export const importFiles = async (options: ImportOptions): Promise<ImportReport> => {
  const { client, tableName, organizationId, region, dateOrder, isStrict = false } = options;
  const { onProgress, onRejectedRow, onWarning, onStoredRow } = options;
  const idOf = createIdMaker(organizationId);
  const context = { idOf, source: options.source ?? 'import', region, dateOrder, isStrict };
  const files = await prepareFiles(options.files, options.mappings ?? [], context);
  const columns = Object.fromEntries(files.map(({ name, columns: report }) => [name, report]));
  options.onColumns?.(columns);

  const tally = new ImportTally();
  let bytesRead = 0;
  const run: ImportRun = {
    reader: createTableReader(client, tableName),
    writer: createTableWriter(client, tableName),
    readCompanies: () => scanCompanies(client, tableName, organizationId),
    organizationId,
    context,
    isSilent: options.isSilent ?? false,
    isMergingRows: options.isMergingRows ?? false,
    isCreatingCompanies: options.isCreatingCompanies ?? false,
    windowRows: options.windowRows,
    dryRun: options.isDryRun === true ? new DryRunRecords(idOf) : undefined,
    now: () => timestampOf(new Date()),
    tally,
    onRejectedRow: (row) => onRejectedRow?.(row),
    onWarning: (warning) => onWarning?.(warning),
    onStoredRow: (row) => onStoredRow?.(row),
    onBytes: (bytes) => {
      bytesRead += bytes;
    },
    onProgress: () => onProgress?.(tally, bytesRead),
  };
  const filesWithoutRows: string[] = [];
  for (const { name, importRows } of files) {
    const before = tally.rowsRead;
    await importRows(run);
    if (tally.rowsRead === before) filesWithoutRows.push(name);
  }
  return {
    companies: tally.of('companies'),
    people: tally.of('people'),
    callLists: tally.of('callLists'),
    callListEntries: tally.of('callListEntries'),
    companiesCreatedForPeople: tally.companiesCreatedForPeople,
    columns,
    filesWithoutRows,
  };
};
