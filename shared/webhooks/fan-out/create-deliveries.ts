import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import type { Table } from '../../table/table.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { type DeliveryQueue, messageOf, type QueuedDelivery } from '../deliveries/delivery-queue.ts';
import { insertDelivery, readDelivery } from '../deliveries/delivery-repository.ts';
import { MAX_BODY_BYTES, storeEventBody } from '../deliveries/event-body.ts';
import { deliveryPosition } from '../deliveries/list-deliveries.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';

/** An event to deliver. */
export interface DeliveredEvent {
  readonly id: string;
  /** An event type, or `webhook.test`. */
  readonly type: string;
  readonly timestamp: string;
  readonly sequence: number;
  /** Sequence number of the change in the table's stream; absent for test events. */
  readonly streamSequence?: string | undefined;
  /** The resource that changed. */
  readonly resourceId: string;
  /** JSON, exactly as it is sent; `undefined` if it was too large for the bus. */
  readonly body: string | undefined;
}

/** Concurrent writes to the table. */
const CONCURRENCY = 32;

/** A function, because the first formatted number takes as long as the rest of a cold start. */
const tooLarge = (): string =>
  `The event is larger than the ${MAX_BODY_BYTES.toLocaleString('en')} bytes that are delivered: read the resource by its id.`;
const DISABLED = 'The endpoint was disabled when the event happened.';

const initialState = (
  event: DeliveredEvent,
  endpoint: WebhookEndpoint,
): Pick<Delivery, 'state' | 'reason'> => {
  if (event.body === undefined) return { state: 'failed', reason: tooLarge() };
  if (endpoint.disabledReason !== null) return { state: 'missed', reason: DISABLED };
  return { state: 'pending', reason: null };
};

/** The id is derived from event and endpoint, so that a retried fan-out creates no second delivery. */
const newDelivery = (event: DeliveredEvent, endpoint: WebhookEndpoint, now: string): Delivery => {
  const { state, reason } = initialState(event, endpoint);
  return {
    id: hashedUuid([event.id, endpoint.id]),
    organizationId: endpoint.organizationId,
    endpointId: endpoint.id,
    eventId: event.id,
    eventType: event.type,
    eventTimestamp: event.timestamp,
    sequence: event.sequence,
    resourceId: event.resourceId,
    state,
    reason,
    nextAttemptAt: state === 'pending' ? now : null,
    attemptCount: 0,
    attempts: [],
    series: 1,
    seriesAttempts: 0,
  };
};

/**
 * Creates the deliveries of an event to these endpoints and queues them. Undeliverable events are recorded as
 * failed or missed. After an error, the same call continues: it or `requeue-deliveries` queues what was
 * stored and not queued.
 *
 * @returns the stored deliveries, in the order of the endpoints
 */
export const createDeliveries = async (
  store: Table,
  queue: DeliveryQueue,
  event: DeliveredEvent,
  endpoints: readonly WebhookEndpoint[],
): Promise<readonly Delivery[]> => {
  const [first] = endpoints;
  if (first === undefined) return [];
  const now = timestampOf(new Date());
  const { body } = event;
  // The bus may accept a body that is larger than a delivery may be.
  const isDeliverable = body !== undefined && Buffer.byteLength(body) <= MAX_BODY_BYTES;
  const deliverable = isDeliverable ? event : { ...event, body: undefined };
  if (isDeliverable) await storeEventBody(store, first.organizationId, event.id, body, now);

  const stored = new Map<string, Delivery>();
  await forEachConcurrently(endpoints, CONCURRENCY, async (endpoint) => {
    const delivery = newDelivery(deliverable, endpoint, now);
    const isNew = await insertDelivery(store, delivery, deliveryPosition(event, delivery.id), now);
    const current = isNew ? delivery : await readDelivery(store, delivery.organizationId, delivery.id);
    if (current !== undefined) stored.set(endpoint.id, current);
  });

  const queued = endpoints.flatMap((endpoint): QueuedDelivery[] => {
    const delivery = stored.get(endpoint.id);
    if (delivery === undefined || delivery.state !== 'pending' || delivery.attemptCount > 0) return [];
    return [{ message: messageOf(delivery), lane: endpoint.failingSince === null ? 'first' : 'retry' }];
  });
  if (queued.length > 0) await queue.send(queued);
  return endpoints.flatMap((endpoint) => stored.get(endpoint.id) ?? []);
};
