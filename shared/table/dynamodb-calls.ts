import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  BatchWriteCommandInput,
  BatchWriteCommandOutput,
  DeleteCommandInput,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  QueryCommandInput,
  QueryCommandOutput,
  TransactGetCommandInput,
  TransactGetCommandOutput,
  TransactWriteCommandInput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';

/**
 * The DynamoDB operations that readers of the table use, with plain JavaScript values as attribute values.
 * The `name` of an error is DynamoDB's code. Transient failures ({@link isTransientFailure}) are retried
 * before they are thrown.
 */
export interface DynamoDbCalls {
  getItem(input: GetCommandInput): Promise<Pick<GetCommandOutput, 'Item'>>;
  batchGetItem(
    input: BatchGetCommandInput,
  ): Promise<Pick<BatchGetCommandOutput, 'Responses' | 'UnprocessedKeys'>>;
  /** The error of a canceled transaction has its `CancellationReasons`. */
  transactGetItems(input: TransactGetCommandInput): Promise<Pick<TransactGetCommandOutput, 'Responses'>>;
  query(input: QueryCommandInput): Promise<Pick<QueryCommandOutput, 'Items' | 'Count' | 'LastEvaluatedKey'>>;
  /** @param signal aborts the call, which then rejects with an AbortError */
  updateItem(input: UpdateCommandInput, signal?: AbortSignal): Promise<void>;
}

export interface TransactionCallOptions {
  /** Aborts the call, which then rejects with an AbortError. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether throttling is retried before it is thrown. The SDK's client retries it in any case, and both do
   * after an attempt that DynamoDB may have made. Default: true.
   */
  readonly retriesThrottling?: boolean | undefined;
}

/** The operations that writers of the table use, in the same way. */
export interface DynamoDbWrites {
  putItem(input: PutCommandInput): Promise<void>;
  deleteItem(input: DeleteCommandInput): Promise<void>;
  batchWriteItem(input: BatchWriteCommandInput): Promise<Pick<BatchWriteCommandOutput, 'UnprocessedItems'>>;
  /** The error of a condition that fails has the item, marshalled, if the input asks for it. */
  updateItem(input: UpdateCommandInput): Promise<Pick<UpdateCommandOutput, 'Attributes'>>;
  /** The error of a canceled transaction has its `CancellationReasons`. */
  transactWriteItems(input: TransactWriteCommandInput, options?: TransactionCallOptions): Promise<void>;
}

/** Whether the condition of a write of one item failed. */
export const isConditionFailure = (error: unknown): error is Error & { readonly Item?: unknown } =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';
