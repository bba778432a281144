import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactGetCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { DynamoDbCalls } from '../dynamodb-calls.ts';
import type { TableReader } from '../reader.ts';
import type { Table } from '../table.ts';
import { createReader } from '../table-reader.ts';
import { createTableWriter } from './document-client-writer.ts';

/** {@link DynamoDbCalls} through the AWS SDK's document client. */
export const createDocumentClientCalls = (client: DynamoDBDocumentClient): DynamoDbCalls => ({
  getItem: (input) => client.send(new GetCommand(input)),
  batchGetItem: (input) => client.send(new BatchGetCommand(input)),
  transactGetItems: (input) => client.send(new TransactGetCommand(input)),
  query: (input) => client.send(new QueryCommand(input)),
  async updateItem(input, signal) {
    await client.send(new UpdateCommand(input), signal === undefined ? {} : { abortSignal: signal });
  },
});

/** The {@link TableReader} of the command line, which needs the SDK's full credential chain. */
export const createTableReader = (client: DynamoDBDocumentClient, tableName: string): TableReader =>
  createReader(createDocumentClientCalls(client), tableName);

/** The {@link Table} of the command line. */
export const createTable = (client: DynamoDBDocumentClient, tableName: string): Table => ({
  reader: createTableReader(client, tableName),
  writer: createTableWriter(client, tableName),
});
