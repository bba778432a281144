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
  const client = new DynamoDBClient({
    ...config,
    maxAttempts: attempts,
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
  });
  // It copies every item for its log, even without a logger.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(
    client,
    // The SDK mistakes a map with a "constructor" entry for a class instance, which it otherwise rejects.
    { marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true } },
  );
};
