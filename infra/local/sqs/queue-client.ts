import { SQSClient } from '@aws-sdk/client-sqs';

/** Longer than the longest poll, in milliseconds. */
const REQUEST_MILLISECONDS = 30_000;

/**
 * A client of the local SQS. The URLs of its queues are those that the stack gives, which name AWS's host: the client
 * has to go by its endpoint.
 */
export const createQueueClient = (endpoint: string, region: string): SQSClient =>
  new SQSClient({
    endpoint,
    region,
    useQueueUrlAsEndpoint: false,
    // Signatures are not checked.
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: REQUEST_MILLISECONDS,
      throwOnRequestTimeout: true,
    },
  });
