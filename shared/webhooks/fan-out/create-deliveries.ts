import { gzipSync } from 'node:zlib';
import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import type { Table } from '../../table/table.ts';
import {
  BEFORE_FIRST_ATTEMPT,
  type Delivery,
  expiryAfter,
  isHeldByMessage,
  type NewDelivery,
} from '../deliveries/delivery.ts';
import { type DeliveryQueue, messageOf, type QueuedDelivery } from '../deliveries/delivery-queue.ts';
import { insertDelivery } from '../deliveries/delivery-repository.ts';
import { deliveryPosition } from '../deliveries/list-deliveries.ts';
import { isSlowOrFailing, type WebhookEndpoint } from '../endpoints/endpoint.ts';

type EventFields = 'organizationId' | 'eventId' | 'eventType' | 'eventTimestamp' | 'sequence' | 'resourceId';

/** An event to deliver. */
export interface DeliveredEvent extends Pick<Delivery, EventFields> {
  /** Sequence number of the change in the table's stream; absent for test events. */
  readonly streamSequence?: string | undefined;
  /**
   * Its position in the feed, or the JSON of a test event exactly as it is sent.
   */
  readonly source: { readonly feedPosition: string } | { readonly json: string };
  /** Whether it is too large to be delivered as a whole. */
  readonly isOversized?: boolean;
  /** How many days the deliveries stay listed: as long as the event can be read. */
  readonly retentionDays: number;
}

/**
 * An event of more endpoints takes the lane that is shared fairly between organizations: with two groups of
 * first attempts for each endpoint, those of one organization would have most of the workers.
 */
export const MAX_FIRST_ATTEMPTS = 100;

/** Concurrent writes to the table, per event. */
const CONCURRENCY = 2;

const TOO_LARGE =
  'The event is larger than the 1,000,000 bytes that are delivered: read the resource by its id.';
const DISABLED = 'The endpoint was disabled when the event happened.';

type Start = Pick<Delivery, 'feedPosition' | 'body' | 'state' | 'reason'>;

const ended = (state: 'failed' | 'missed', reason: string): Partial<Start> => ({ state, reason });

/** Where deliveries find the body of an event. */
const bodyOf = (source: DeliveredEvent['source']): Partial<Start> =>
  'feedPosition' in source ? source : { body: gzipSync(source.json) };

/** A thin payload fits, however large the event is. */
const startOf = (
  { disabledReason, payload }: WebhookEndpoint,
  isOversized: boolean,
  body: Partial<Start>,
): Partial<Start> => {
  if (isOversized && payload === 'full') return ended('failed', TOO_LARGE);
  return { ...body, ...(disabledReason !== null && ended('missed', DISABLED)) };
};

/**
 * Creates the deliveries of an event to these endpoints and queues the pending ones. Stores only those that
 * have ended, because the event is too large or the endpoint disabled, and those with their own body.
 * After an error, the same call continues. A delivery that was attempted since ignores its second message.
 *
 * @returns the deliveries, in the order of their endpoints
 */
export const createDeliveries = async (
  store: Table,
  queue: DeliveryQueue,
  { source, isOversized = false, retentionDays, streamSequence, ...event }: DeliveredEvent,
  endpoints: readonly WebhookEndpoint[],
): Promise<readonly NewDelivery[]> => {
  if (endpoints.length === 0) return [];
  const now = timestampOf(new Date());
  const body = bodyOf(source);
  const deliveries = endpoints.map((endpoint): NewDelivery => {
    // Derived from event and endpoint, so that a retried fan-out creates no second delivery.
    const id = hashedUuid([event.eventId, endpoint.id]);
    const start = {
      ...BEFORE_FIRST_ATTEMPT,
      feedPosition: null,
      body: null,
      ...startOf(endpoint, isOversized, body),
    };
    return {
      id,
      endpointId: endpoint.id,
      ...event,
      ...start,
      nextAttemptAt: start.state === 'pending' ? now : null,
      ttl: expiryAfter(now, retentionDays),
      position: deliveryPosition(event.eventTimestamp, streamSequence, id),
    };
  });
  const stored = deliveries.filter((delivery) => !isHeldByMessage(delivery));
  await forEachConcurrently(stored, CONCURRENCY, async (delivery) => {
    await insertDelivery(store, delivery, now);
  });
  const isWide = endpoints.length > MAX_FIRST_ATTEMPTS;
  const queued = deliveries.flatMap((delivery, index): readonly QueuedDelivery[] => {
    if (delivery.state !== 'pending') return [];
    const endpoint = endpoints[index];
    const isShared = isWide || endpoint === undefined || isSlowOrFailing(endpoint);
    const lane = isShared ? 'retry' : 'first';
    return [{ message: messageOf(delivery), lane }];
  });
  if (queued.length > 0) await queue.send(queued);
  return deliveries;
};
