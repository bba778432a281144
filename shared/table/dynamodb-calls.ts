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
 * The DynamoDB operations that the table uses, with plain JavaScript values as attribute values. The `name`
 * of an error is DynamoDB's code. Transient failures ({@link isTransientFailure}) are retried before they are
 * thrown.
 */
export interface DynamoDbCalls {
  getItem(input: GetCommandInput): Promise<Pick<GetCommandOutput, 'Item'>>;
  batchGetItem(
    input: BatchGetCommandInput,
  ): Promise<Pick<BatchGetCommandOutput, 'Responses' | 'UnprocessedKeys'>>;
  query(input: QueryCommandInput): Promise<Pick<QueryCommandOutput, 'Items' | 'Count' | 'LastEvaluatedKey'>>;
  /** @param signal aborts the call, which then rejects with an AbortError */
  updateItem(input: UpdateCommandInput, signal?: AbortSignal): Promise<void>;
}
