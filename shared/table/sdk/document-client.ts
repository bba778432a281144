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
 * The client of writers and of the command line. Region, credentials and endpoint
 * (`AWS_ENDPOINT_URL_DYNAMODB`) come from the environment unless they are given.
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
    // The SDK mistakes a map with a "constructor" entry for a class instance, which it otherwise rejects.
    { marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true } },
  );
