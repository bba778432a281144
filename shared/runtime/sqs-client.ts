import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';

/**
 * Region, credentials and endpoint (`AWS_ENDPOINT_URL_SQS`) come from the environment unless they are given.
 */
export const createSqsClient = (config: SQSClientConfig = {}): SQSClient =>
  new SQSClient({
    ...config,
    // Otherwise the host in the queue's URL would override the configured endpoint.
    useQueueUrlAsEndpoint: false,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });
