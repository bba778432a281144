import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TRY_LIMITS, type TryLimits } from '../try-limits.ts';

type DocumentClientOptions = Partial<TryLimits> &
  Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>;

/**
 * The client of writers and of the command line, with {@link TRY_LIMITS} by default. Region, credentials and
 * endpoint (`AWS_ENDPOINT_URL_DYNAMODB`) come from the environment unless they are given.
 */
export const createDocumentClient = (options: DocumentClientOptions = {}): DynamoDBDocumentClient => {
  const { attempts, connectionTimeout, requestTimeout, ...config } = { ...TRY_LIMITS, ...options };
  return DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...config,
      maxAttempts: attempts,
      requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
    }),
    // The SDK mistakes a map with a "constructor" entry for a class instance, which it otherwise rejects.
    { marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true } },
  );
};
