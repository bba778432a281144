import { timestampOf } from '../../domain/timestamp.ts';
import type { Delivery } from './delivery.ts';

/** The message for the next attempt of a delivery: the ids of its data, and the number of the attempt. */
export const messageOf = (delivery: Delivery) => ({
  organizationId: delivery.organizationId,
  endpointId: delivery.endpointId,
  deliveryId: delivery.id,
  /** First attempts for events of one resource are made in order. */
  resourceId: delivery.resourceId,
  /** The series and the attempt's number in it. The message is void once that attempt was made. */
  series: delivery.series,
  attempt: delivery.seriesAttempts + 1,
});

export type DeliveryMessage = Readonly<ReturnType<typeof messageOf>>;

/**
 * `first`: first attempts at healthy endpoints, a few at a time for each endpoint. `retry`: all other
 * attempts.
 */
export type Lane = 'first' | 'retry';

export interface QueuedDelivery {
  readonly message: DeliveryMessage;
  readonly lane: Lane;
  /** Whole seconds, at most {@link MAX_DELAY_SECONDS}; only in the retry lane. Default: 0. */
  readonly delaySeconds?: number;
}

export interface DeliveryQueue {
  /** Throws if any message may not have been queued; others may have been. */
  send(deliveries: readonly QueuedDelivery[]): Promise<void>;
}

/** The longest delay of a message (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html). */
export const MAX_DELAY_SECONDS = 900;

/**
 * How late a message may be before it counts as lost. A lost message that arrives after its replacement is
 * void.
 */
const QUEUE_SECONDS = 900;

export const secondsAfter = (at: string, seconds: number): string =>
  timestampOf(new Date(Date.parse(at) + seconds * 1000));

/**
 * When `requeue-deliveries` queues a delivery that is due at `dueAt`: then, or if it is due so soon that it is
 * queued now, once that message counts as lost.
 */
export const requeueTimeOf = (dueAt: string, now: string): string => {
  const isQueuedNow = dueAt <= secondsAfter(now, MAX_DELAY_SECONDS);
  return isQueuedNow ? secondsAfter(dueAt, QUEUE_SECONDS) : dueAt;
};
