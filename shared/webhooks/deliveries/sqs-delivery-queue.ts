import { createHash } from 'node:crypto';
import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs';
import { batchesOf } from '../../table/batches.ts';
import type { DeliveryMessage, DeliveryQueue, Lane, QueuedDelivery } from './delivery-queue.ts';

export interface SqsDeliveryQueueDependencies {
  readonly client: SQSClient;
  /** A FIFO queue for first attempts and a standard one for the rest. */
  readonly urls: Readonly<Record<Lane, string>>;
}

/** SendMessageBatch takes this many (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html). */
const BATCH_SIZE = 10;
const ATTEMPTS = 3;

/**
 * First attempts at one endpoint that can be under way at once: what a hanging endpoint can hold up of the workers,
 * and what a well one is given.
 */
const GROUPS_PER_ENDPOINT = 2;

/**
 * The client for the queues. Region, credentials and endpoint come from the environment, as the AWS SDK documents
 * (`AWS_ENDPOINT_URL_SQS` points it elsewhere), unless they are given.
 */
export const createSqsClient = (
  config: Pick<SQSClientConfig, 'endpoint' | 'region' | 'credentials'> = {},
): SQSClient =>
  new SQSClient({
    ...config,
    // Else the host in the queue's URL would win over the endpoint that the environment names.
    useQueueUrlAsEndpoint: false,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: 500, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });

/** Events of one resource always share a group, so that they are attempted in their order. */
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
    : // On a standard queue, groups are for fairness: one with much to do does not hold up the others.
      { MessageGroupId: message.endpointId, DelaySeconds: delaySeconds }),
});

/** The {@link DeliveryQueue} over two SQS queues. */
export const createSqsDeliveryQueue = ({ client, urls }: SqsDeliveryQueueDependencies): DeliveryQueue => {
  const sendBatch = async (lane: Lane, batch: readonly QueuedDelivery[]): Promise<void> => {
    const { Failed: failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl: urls[lane], Entries: batch.map(entryOf) }),
    );
    const [failure] = failed;
    if (failure === undefined) return;
    throw new Error(`SQS did not take ${failed.length} of ${batch.length} messages: ${failure.Code}.`);
  };

  return {
    async send(deliveries) {
      const lanes = Map.groupBy(deliveries, ({ lane }) => lane);
      // One batch after the other keeps the order of what shares a group.
      await Promise.all(
        [...lanes].map(async ([lane, ofLane]) => {
          for (const batch of batchesOf(ofLane, BATCH_SIZE)) await sendBatch(lane, batch);
        }),
      );
    },
  };
};
