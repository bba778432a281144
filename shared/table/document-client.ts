import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * The client that everything uses. Region, credentials and endpoint come from the environment, as the AWS SDK
 * documents (`AWS_ENDPOINT_URL_DYNAMODB` points it at another engine).
 *
 * @param options.attempts tries of one call in all. The timeouts bound one try, so that a handler which makes
 *   a few calls still answers within its own time limit: 3 tries x (0.5 s connect + 1.5 s request) + backoff.
 */
export const createDocumentClient = (options: { readonly attempts?: number } = {}): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: options.attempts ?? 3,
      requestHandler: { connectionTimeout: 500, requestTimeout: 1500, throwOnRequestTimeout: true },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
