import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { DynamoDbCalls } from './dynamodb-calls.ts';

/** {@link DynamoDbCalls} by the AWS SDK's document client. */
export const createDocumentClientCalls = (client: DynamoDBDocumentClient): DynamoDbCalls => ({
  getItem: (input) => client.send(new GetCommand(input)),
  batchGetItem: (input) => client.send(new BatchGetCommand(input)),
  query: (input) => client.send(new QueryCommand(input)),
  async updateItem(input, signal) {
    await client.send(new UpdateCommand(input), signal === undefined ? {} : { abortSignal: signal });
  },
});
