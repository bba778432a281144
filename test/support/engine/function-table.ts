import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { createSignedCalls } from '../../../shared/table/signed-calls/signed-calls.ts';
import { createSignedWrites } from '../../../shared/table/signed-calls/signed-writes.ts';
import type { Table } from '../../../shared/table/table.ts';
import { createReader } from '../../../shared/table/table-reader.ts';
import { createWriter } from '../../../shared/table/table-writer.ts';

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The table as functions use it, by signed calls. */
export const functionTable = ({
  endpoint,
  tableName,
}: {
  readonly endpoint: string;
  readonly tableName: string;
}): Table => {
  const environment = { endpoint: new URL(endpoint), region: 'eu-central-1', credentials: CREDENTIALS };
  const options = { environment, connectionTimeout: 20_000, requestTimeout: 20_000 };
  return {
    reader: createReader(createSignedCalls(options), tableName),
    writer: createWriter(createSignedWrites(options), tableName),
  };
};

/** An engine, or what code that takes the AWS SDK's client can use of another table. */
export interface SomeTable {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly table?: Table;
}

/** The table of an engine as functions use it, that of others through the client. */
export const tableOf = ({ client, tableName, table = createTable(client, tableName) }: SomeTable): Table =>
  table;
