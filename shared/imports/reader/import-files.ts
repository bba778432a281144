import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TableReader } from '../../table/reader.ts';
import { createTableReader } from '../../table/sdk/document-client-table.ts';
import { createTableWriter } from '../../table/sdk/document-client-writer.ts';
import { importInto } from './import-into.ts';
import type { ImportReport } from './run/import-report.ts';
import type { ImportOptions } from './run/import-run.ts';

export interface ImportFilesOptions extends ImportOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Reads the table. Default: through the client, which takes more CPU time than signed calls. */
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
