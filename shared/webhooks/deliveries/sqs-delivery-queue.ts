import { createHash } from 'node:crypto';
import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs';
import { batchesOf } from '../../table/batches.ts';
import type { DeliveryMessage, DeliveryQueue, Lane, QueuedDelivery } from './delivery-queue.ts';

/** SendMessageBatch accepts this many (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html). */
const BATCH_SIZE = 10;

/**
 * Concurrent first attempts per endpoint: bounds the workers that a hanging endpoint can block, and the
 * throughput of a healthy one.
 */
const GROUPS_PER_ENDPOINT = 2;

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

/** Events of one resource share a group, so that they are attempted in order. */
const groupOf = ({ endpointId, resourceId }: DeliveryMessage): string => {
  const group = createHash('sha256').update(resourceId).digest().readUInt8(0) % GROUPS_PER_ENDPOINT;
  return `${endpointId}-${group}`;
};

const entryOf = (
  { message, lane, delaySeconds = 0 }: QueuedDelivery,
  index: number,
): SendMessageBatchRequestEntry => ({
  Id: String(index),
  MessageBody: JSON.stringify(message),
  ...(lane === 'first'
    ? {
        MessageGroupId: groupOf(message),
        MessageDeduplicationId: `${message.deliveryId}-${message.series}-${message.attempt}`,
      }
    : // On a standard queue, groups provide fairness: a busy endpoint does not hold up the others.
      { MessageGroupId: message.endpointId, DelaySeconds: delaySeconds }),
});

/** @param urls of a FIFO queue for first attempts and a standard one for the rest */
export const createSqsDeliveryQueue = (
  client: SQSClient,
  urls: Readonly<Record<Lane, string>>,
): DeliveryQueue => {
  const sendBatch = async (lane: Lane, batch: readonly QueuedDelivery[]): Promise<void> => {
    const { Failed: failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl: urls[lane], Entries: batch.map(entryOf) }),
    );
    const [failure] = failed;
    if (failure === undefined) return;
    throw new Error(`SQS rejected ${failed.length} of ${batch.length} messages: ${failure.Code}.`);
  };

  return {
    async send(deliveries) {
      const lanes = Map.groupBy(deliveries, ({ lane }) => lane);
      // Sequential batches keep the order within a group.
      await Promise.all(
        [...lanes].map(async ([lane, ofLane]) => {
          for (const batch of batchesOf(ofLane, BATCH_SIZE)) await sendBatch(lane, batch);
        }),
      );
    },
  };
};
