import { timestampOf } from '../../domain/timestamp.ts';
import { BEFORE_FIRST_ATTEMPT, type Delivery, isHeldByMessage, type NewDelivery } from './delivery.ts';

/** The ids of a stored delivery's data, and the number of its next attempt. */
const storedMessageOf = (delivery: Delivery) => ({
  organizationId: delivery.organizationId,
  endpointId: delivery.endpointId,
  deliveryId: delivery.id,
  /** First attempts for events of one resource are made in order. */
  resourceId: delivery.resourceId,
  /** The series and the attempt's number in it. The message is void once that attempt was made. */
  series: delivery.series,
  attempt: delivery.seriesAttempts + 1,
});

/** The time that is reserved for the attempt at an endpoint with a limit per second. */
interface Scheduled {
  /** In milliseconds since 1970. */
  readonly startsAt?: number | undefined;
}

/** A delivery that is not stored, for its first attempt. */
const newMessageOf = (delivery: NewDelivery) => ({
  organizationId: delivery.organizationId,
  endpointId: delivery.endpointId,
  resourceId: delivery.resourceId,
  id: delivery.id,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  eventTimestamp: delivery.eventTimestamp,
  sequence: delivery.sequence,
  feedPosition: delivery.feedPosition,
  position: delivery.position,
  ttl: delivery.ttl,
});

type NewDeliveryMessage = Readonly<ReturnType<typeof newMessageOf>>;

export type DeliveryMessage = (Readonly<ReturnType<typeof storedMessageOf>> | NewDeliveryMessage) & Scheduled;

/** The message for the next attempt of a delivery. */
export const messageOf = (delivery: Delivery | NewDelivery): DeliveryMessage =>
  isHeldByMessage(delivery) ? newMessageOf(delivery) : storedMessageOf(delivery);

/** The delivery and the attempt that a message is for. */
export const attemptOf = (message: DeliveryMessage) =>
  'id' in message ? { deliveryId: message.id, series: 1, attempt: 1 } : message;

/** The delivery that a message holds. */
export const newDeliveryOf = ({ startsAt: _, ...message }: NewDeliveryMessage & Scheduled): NewDelivery => ({
  ...BEFORE_FIRST_ATTEMPT,
  ...message,
  body: null,
});

/**
 * `first`: first attempts at endpoints that respond within seconds, a few at a time for each endpoint.
 * `retry`: all other attempts, shared fairly between organizations.
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

/**
 * First attempts that may wait before further ones are made in the retry lane, fairly but not in order. SQS
 * looks for other groups only in the first 120,000 messages of a FIFO queue
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/avoid-backlog-with-the-same-message-group-id.html),
 * so that behind a longer backlog of one endpoint all others would wait. The rest is for the minute in which
 * SQS may not count new messages.
 */
export const MAX_FIRST_ATTEMPT_BACKLOG = 20_000;

/**
 * The longest delay of a message
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html).
 */
export const MAX_DELAY_SECONDS = 900;

/**
 * How late a message may be before it counts as lost. A lost message that arrives after its replacement is
 * void.
 */
const QUEUE_SECONDS = 900;

export const secondsAfter = (at: string, seconds: number): string =>
  timestampOf(new Date(Date.parse(at) + seconds * 1000));

/**
 * When `requeue-deliveries` queues a delivery that is due at `dueAt`: then, or if it is due so soon that it
 * is queued now, once that message counts as lost.
 */
export const requeueTimeOf = (dueAt: string, now: string): string => {
  const isQueuedNow = dueAt <= secondsAfter(now, MAX_DELAY_SECONDS);
  return isQueuedNow ? secondsAfter(dueAt, QUEUE_SECONDS) : dueAt;
};
