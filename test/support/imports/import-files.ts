import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { importInto } from '../../../shared/imports/reader/import-into.ts';
import type { ImportReport } from '../../../shared/imports/reader/run/import-report.ts';
import type { ImportOptions } from '../../../shared/imports/reader/run/import-run.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { createTableWriter } from '../../../shared/table/sdk/document-client-writer.ts';

interface ImportFilesOptions extends ImportOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Default: reads through the client. */
  readonly reader?: TableReader;
}

/** Imports files into an organization through the AWS SDK's client: see {@link importInto}. */
export const importFiles = async ({
  client,
  tableName,
  reader = createTableReader(client, tableName),
  ...options
}: ImportFilesOptions): Promise<ImportReport> =>
  importInto({ reader, writer: createTableWriter(client, tableName) }, options);
