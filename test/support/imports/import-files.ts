import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { importInto } from '../../../shared/imports/reader/import-into.ts';
import type { ImportReport } from '../../../shared/imports/reader/run/import-report.ts';
import type { ImportOptions } from '../../../shared/imports/reader/run/import-run.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import type { Table } from '../../../shared/table/table.ts';

interface ImportFilesOptions extends ImportOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Default: through the client. */
  readonly table?: Table;
  /** Default: that of the table. */
  readonly reader?: TableReader;
}

/** Imports files into an organization: see {@link importInto}. */
export const importFiles = async ({
  client,
  tableName,
  table = createTable(client, tableName),
  reader = table.reader,
  ...options
}: ImportFilesOptions): Promise<ImportReport> => importInto({ ...table, reader }, options);
