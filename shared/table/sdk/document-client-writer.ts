import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { DynamoDbWrites } from '../dynamodb-calls.ts';
import { createWriter } from '../table-writer.ts';
import type { TableWriter } from '../writer.ts';

/** {@link DynamoDbWrites} through the AWS SDK's document client. */
export const createDocumentClientWrites = (client: DynamoDBDocumentClient): DynamoDbWrites => ({
  async putItem(input) {
    await client.send(new PutCommand(input));
  },
  async deleteItem(input) {
    await client.send(new DeleteCommand(input));
  },
  batchWriteItem: (input) => client.send(new BatchWriteCommand(input)),
  updateItem: (input) => client.send(new UpdateCommand(input)),
  async transactWriteItems(input, { signal } = {}) {
    await client.send(new TransactWriteCommand(input), signal === undefined ? {} : { abortSignal: signal });
  },
});

/** The {@link TableWriter} of the command line and of imports. */
export const createTableWriter = (client: DynamoDBDocumentClient, tableName: string): TableWriter =>
  createWriter(createDocumentClientWrites(client), tableName);
