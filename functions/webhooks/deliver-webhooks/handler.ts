import { setTimeout } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import type { DeliveryMessage, Lane } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import type { ReceivedMessages } from '../../../shared/webhooks/deliveries/received-messages.ts';
import type { Handled } from '../../../shared/webhooks/sending/attempt-delivery.ts';
import { handleMessages } from '../../runtime/message-batch.ts';

const messageSchema = z.union([
  z.object({
    organizationId: z.string(),
    endpointId: z.string(),
    deliveryId: z.string(),
    resourceId: z.string(),
    series: z.number(),
    attempt: z.number(),
    startsAt: z.optional(z.number()),
  }),
  z.object({
    organizationId: z.string(),
    endpointId: z.string(),
    resourceId: z.string(),
    id: z.string(),
    eventId: z.string(),
    eventType: z.string(),
    eventTimestamp: z.string(),
    sequence: z.number(),
    feedPosition: z.string(),
    position: z.string(),
    ttl: z.number(),
    startsAt: z.optional(z.number()),
  }),
]);

/** @throws if a field is missing; the message names it */
export const parseDeliveryMessage = (body: string): DeliveryMessage => messageSchema.parse(JSON.parse(body));

/** The FIFO queue holds only first attempts. */
const laneOf = ({ eventSourceARN }: SQSRecord): Lane =>
  eventSourceARN.endsWith('.fifo') ? 'first' : 'retry';

/** The least time for an attempt that waited for another one: its request and the writes after it. */
const ATTEMPT_MILLISECONDS = 25_000;

/**
 * How soon messages that are done are deleted while others of their batch are in progress: groups wait for
 * it, and each deletion is a request to SQS. The wait doubles up to the maximum.
 */
const RELEASE_MILLISECONDS = { first: 50, most: 800 } as const;

/**
 * Deletes messages of a FIFO queue that are done, because their groups wait for that, and others of the batch
 * may take long. After a failure they wait for the end of the batch.
 *
 * @param done emptied with each call of the queue
 */
const releaseGroups = async (
  done: SQSRecord[],
  messages: Pick<ReceivedMessages, 'delete'>,
  signal: AbortSignal,
): Promise<void> => {
  const { first: shortest, most } = RELEASE_MILLISECONDS;
  for (let wait: number = shortest; !signal.aborted; wait = Math.min(2 * wait, most)) {
    try {
      await setTimeout(wait, undefined, { signal });
      const finished = done.splice(0);
      const [first] = finished;
      if (first === undefined) continue;
      const handles = finished.map(({ receiptHandle }) => receiptHandle);
      await messages.delete(first.eventSourceARN, handles, signal);
    } catch (error) {
      // At the end of the batch, Lambda deletes all that did not fail.
      if (!signal.aborted)
        console.warn({
          problem: 'Could not delete finished messages: they are deleted with their batch.',
          error,
        });
    }
  }
};

export interface DelivererDependencies {
  readonly attempt: (message: DeliveryMessage, lane: Lane) => Promise<Handled>;
  readonly messages: Pick<ReceivedMessages, 'delete'>;
}

/**
 * Attempts all deliveries of a batch concurrently, except that first attempts for the events of one resource
 * at an endpoint are made in order. A message fails only if this service does: whatever an endpoint does is
 * recorded with its delivery. Then later messages of its resource fail as well, so that they stay behind it.
 */
export const createDeliverer =
  ({ attempt, messages }: DelivererDependencies) =>
  async (event: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse> => {
    const turns = new Map<string, Promise<Handled>>();
    const attemptInTurn = (message: DeliveryMessage): Promise<Handled> => {
      const resource = `${message.endpointId} ${message.resourceId}`;
      const turn = turns.get(resource)?.then(() => {
        if (context.getRemainingTimeInMillis() > ATTEMPT_MILLISECONDS) return attempt(message, 'first');
        throw new Error('Earlier attempts for the resource took too long; SQS will retry the message.');
      });
      const made = turn ?? attempt(message, 'first');
      turns.set(resource, made);
      return made;
    };

    const done: SQSRecord[] = [];
    const handle = async (record: SQSRecord): Promise<Handled> => {
      const message = parseDeliveryMessage(record.body);
      if (laneOf(record) === 'retry') return attempt(message, 'retry');
      const handled = await attemptInTurn(message);
      done.push(record);
      return handled;
    };
    const batch = new AbortController();
    const releasing = releaseGroups(done, messages, batch.signal);
    const { values: deliveries, errors, response } = await handleMessages(event, context, handle);
    batch.abort();
    await releasing;

    // CloudWatch counts these numbers (infra/constructs/platform/metrics.ts).
    console.info({
      messages: event.Records.length,
      attempts: deliveries.filter(({ attempt }) => attempt !== undefined).length,
      successes: deliveries.filter(({ result }) => result === 'succeeded').length,
      deliveries,
      failures: errors.length,
    });
    for (const error of errors) console.error(error);
    return response;
  };
