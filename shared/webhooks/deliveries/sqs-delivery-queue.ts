import { createHash } from 'node:crypto';
import {
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { batchesOf } from '../../table/batches.ts';
import {
  attemptOf,
  type DeliveryMessage,
  type DeliveryQueue,
  type Lane,
  type QueuedDelivery,
} from './delivery-queue.ts';

/** How long a number of messages is used, in milliseconds. */
const USED_FOR = 10_000;

const ATTRIBUTE = 'ApproximateNumberOfMessages';

/**
 * Makes a function that returns whether more than `most` messages wait in a queue: no if SQS does not say.
 *
 * @param url of the queue
 */
const createBacklogCheck = (client: SQSClient, url: string, most: number): (() => Promise<boolean>) => {
  const isLong = async (): Promise<boolean> => {
    const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [ATTRIBUTE] });
    try {
      return Number((await client.send(command)).Attributes?.[ATTRIBUTE]) > most;
    } catch (error) {
      console.warn({ problem: 'Could not read how many first attempts wait.', error });
      return false;
    }
  };
  let read: { readonly at: number; readonly isLong: Promise<boolean> } | undefined;
  return () => {
    const at = performance.now();
    if (read === undefined || at - read.at > USED_FOR) read = { at, isLong: isLong() };
    return read.isLong;
  };
};

/**
 * SendMessageBatch accepts this many
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html).
 */
const BATCH_SIZE = 10;

/** Concurrent calls of SQS. */
const CONCURRENCY = 8;

/**
 * Concurrent batches of first attempts per endpoint: bounds the workers that a hanging endpoint can block.
 */
const GROUPS_PER_ENDPOINT = 2;

/** Events of one resource share a group, so that they are attempted in order. */
const groupOf = ({ endpointId, resourceId }: DeliveryMessage): string => {
  const group = createHash('sha256').update(resourceId).digest().readUInt8(0) % GROUPS_PER_ENDPOINT;
  return `${endpointId}-${group}`;
};

type Entry = Omit<SendMessageBatchRequestEntry, 'Id'>;

const entryOf = ({ message, lane, delaySeconds = 0 }: QueuedDelivery): Entry => {
  const MessageBody = JSON.stringify(message);
  // On a standard queue, groups provide fairness: no organization holds up the others, however many endpoints
  // it has, and however long these take.
  if (lane === 'retry')
    return { MessageBody, MessageGroupId: message.organizationId, DelaySeconds: delaySeconds };
  const { deliveryId, series, attempt } = attemptOf(message);
  return {
    MessageBody,
    MessageGroupId: groupOf(message),
    MessageDeduplicationId: `${deliveryId}-${series}-${attempt}`,
  };
};

/**
 * Full batches, in runs: the batches of a run share groups, so that only one after the other keeps their
 * order.
 */
const runsOf = (entries: readonly Entry[]): readonly (readonly (readonly Entry[])[])[] => {
  const byGroup = Map.groupBy(entries, ({ MessageGroupId }) => MessageGroupId);
  const runs: (readonly Entry[])[][] = [];
  for (const batch of batchesOf([...byGroup.values()].flat(), BATCH_SIZE)) {
    const last = runs.at(-1)?.at(-1)?.at(-1);
    if (last !== undefined && last.MessageGroupId === batch[0]?.MessageGroupId) runs.at(-1)?.push(batch);
    else runs.push([batch]);
  }
  return runs;
};

/**
 * @param urls of a FIFO queue for first attempts and a standard one for the rest
 * @param maxBacklog while more first attempts wait, all are sent to the standard queue. Default: no limit
 */
export const createSqsDeliveryQueue = (
  client: SQSClient,
  urls: Readonly<Record<Lane, string>>,
  maxBacklog?: number,
): DeliveryQueue => {
  const isBacklogLong =
    maxBacklog === undefined ? async () => false : createBacklogCheck(client, urls.first, maxBacklog);

  const sendBatch = async (lane: Lane, batch: readonly Entry[]): Promise<void> => {
    const Entries = batch.map((entry, index) => ({ Id: String(index), ...entry }));
    const command = new SendMessageBatchCommand({ QueueUrl: urls[lane], Entries });
    const { Failed: failed = [] } = await client.send(command);
    const [failure] = failed;
    if (failure === undefined) return;
    throw new Error(`SQS rejected ${failed.length} of ${batch.length} messages: ${failure.Code}.`);
  };

  return {
    async send(deliveries) {
      const isDiverted = deliveries.some(({ lane }) => lane === 'first') && (await isBacklogLong());
      const lanes = Map.groupBy(deliveries, ({ lane }) => (isDiverted ? 'retry' : lane));
      const runs = [...lanes].flatMap(([lane, ofLane]) =>
        runsOf(ofLane.map((each) => entryOf({ ...each, lane }))).map((batches) => ({ lane, batches })),
      );
      await forEachConcurrently(runs, CONCURRENCY, async ({ lane, batches }) => {
        for (const batch of batches) await sendBatch(lane, batch);
      });
    },
  };
};
