import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTableReader } from './document-client-reader.ts';
import { createTableWriter } from './document-client-writer.ts';
import type { Table } from './table.ts';

/** The {@link Table} over the AWS SDK's document client. */
export const createTable = (client: DynamoDBDocumentClient, tableName: string): Table => ({
  reader: createTableReader(client, tableName),
  writer: createTableWriter(client, tableName),
});
