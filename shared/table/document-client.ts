import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export interface DocumentClientOptions
  extends Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'> {
  /** Tries of one call in all. Default: 3. */
  readonly attempts?: number;
  /** Time for one try to connect, in milliseconds. Default: 500. */
  readonly connectionTimeout?: number;
  /** Time for one try to be answered, in milliseconds. Default: 1500. */
  readonly requestTimeout?: number;
}

/**
 * The client that everything uses. Region, credentials and endpoint come from the environment, as the AWS SDK
 * documents (`AWS_ENDPOINT_URL_DYNAMODB` points it at another engine), unless they are given.
 *
 * The default timeouts bound one try, so that a handler which makes a few calls still answers within its own
 * time limit: 3 tries x (0.5 s connect + 1.5 s request) + backoff.
 */
export const createDocumentClient = ({
  attempts = 3,
  connectionTimeout = 500,
  requestTimeout = 1500,
  ...config
}: DocumentClientOptions = {}): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...config,
      maxAttempts: attempts,
      requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
