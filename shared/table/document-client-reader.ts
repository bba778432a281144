import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClientCalls } from './document-client-calls.ts';
import type { TableReader } from './reader.ts';
import { createReader } from './table-reader.ts';

/** The {@link TableReader} over the AWS SDK's document client. */
export const createTableReader = (client: DynamoDBDocumentClient, tableName: string): TableReader =>
  createReader(createDocumentClientCalls(client), tableName);
