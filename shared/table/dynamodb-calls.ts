import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';

/**
 * The calls of DynamoDB that answering a request takes, as its API reference names them, with plain
 * JavaScript values for attribute values. Errors are named as DynamoDB's codes; those of {@link
 * isTransientFailure} were tried again first.
 */
export interface DynamoDbCalls {
  getItem(input: GetCommandInput): Promise<Pick<GetCommandOutput, 'Item'>>;
  batchGetItem(
    input: BatchGetCommandInput,
  ): Promise<Pick<BatchGetCommandOutput, 'Responses' | 'UnprocessedKeys'>>;
  query(input: QueryCommandInput): Promise<Pick<QueryCommandOutput, 'Items' | 'Count' | 'LastEvaluatedKey'>>;
  /** @param signal gives the call up, which then rejects with an AbortError */
  updateItem(input: UpdateCommandInput, signal?: AbortSignal): Promise<void>;
}
