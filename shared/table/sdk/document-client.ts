import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TRY_LIMITS } from '../try-limits.ts';

export interface DocumentClientOptions
  extends Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'> {
  /** @default 3 attempts per call, retries included */
  readonly attempts?: number;
  /** Milliseconds per attempt. @default 500 */
  readonly connectionTimeout?: number;
  /** Milliseconds per attempt. @default 1500 */
  readonly requestTimeout?: number;
}

/**
 * The client of whatever writes, and of the command line. Region, credentials and endpoint come from the
 * environment, as the AWS SDK documents (`AWS_ENDPOINT_URL_DYNAMODB` points it at another engine), unless
 * they are given.
 */
export const createDocumentClient = ({
  attempts = TRY_LIMITS.attempts,
  connectionTimeout = TRY_LIMITS.connectionTimeout,
  requestTimeout = TRY_LIMITS.requestTimeout,
  ...config
}: DocumentClientOptions = {}): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...config,
      maxAttempts: attempts,
      requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
    }),
    // A map with an entry named "constructor" looks like an instance of a class to the SDK, which refuses
    // those.
    { marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true } },
  );
