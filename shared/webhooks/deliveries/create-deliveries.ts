import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import type { Table } from '../../table/table.ts';
import { webhookDeliveryKey } from '../../table/webhook-keys.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import type { Delivery } from './delivery.ts';
import { deliveryFromItem, deliveryToItem } from './delivery-mapper.ts';
import { deliveryPosition } from './delivery-position.ts';
import type { DeliveryQueue, QueuedDelivery } from './delivery-queue.ts';
import { MAX_BODY_BYTES, storeEventBody } from './event-body.ts';
import { lookAtAfterQueueing } from './look-at.ts';

/** An event that is to be delivered. */
export interface DeliveredEvent {
  readonly id: string;
  /** An event type, or `webhook.test`. */
  readonly type: string;
  readonly timestamp: string;
  readonly sequence: number;
  /** Of the change in the table's stream; absent for what is no change. */
  readonly streamSequence?: string | undefined;
  /** Of the resource that changed. */
  readonly resourceId: string;
  /** JSON, exactly as it is to be sent; `undefined` if it is too large to have come this far. */
  readonly body: string | undefined;
}

/** Writes to the table at once. */
const CONCURRENCY = 32;

/** Only when it is needed: the first number that is formatted takes as long as the rest of a cold start. */
const tooLarge = (): string =>
  `The event is larger than the ${MAX_BODY_BYTES.toLocaleString('en')} bytes that are delivered: read the resource by its id.`;
const DISABLED = 'The endpoint was disabled when the event happened.';

/** How a delivery starts. Its id follows from event and endpoint, so that it is made once however often this is tried. */
const newDelivery = (event: DeliveredEvent, endpoint: WebhookEndpoint, now: string): Delivery => {
  const outcome = (): Pick<Delivery, 'state' | 'reason'> => {
    if (event.body === undefined) return { state: 'failed', reason: tooLarge() };
    if (endpoint.disabledReason !== null) return { state: 'missed', reason: DISABLED };
    return { state: 'pending', reason: null };
  };
  const { state, reason } = outcome();
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

/** What is put in the queue for the next attempt of a delivery. */
export const messageOf = (delivery: Delivery): QueuedDelivery['message'] => ({
  organizationId: delivery.organizationId,
  endpointId: delivery.endpointId,
  deliveryId: delivery.id,
  eventId: delivery.eventId,
  resourceId: delivery.resourceId,
  series: delivery.series,
  attempt: delivery.seriesAttempts + 1,
});

/**
 * Makes the deliveries of an event to these endpoints and queues them. What cannot be delivered is recorded as
 * failed or missed. If it ends with an error, the same call again does what is left: whatever was stored and not
 * queued is queued then, or by `requeue-deliveries`.
 *
 * @returns the deliveries as they are stored now, in the order of the endpoints
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
  // A body that is too large in bytes can still have come as a whole.
  const isDeliverable = body !== undefined && Buffer.byteLength(body) <= MAX_BODY_BYTES;
  const deliverable = isDeliverable ? event : { ...event, body: undefined };
  if (isDeliverable) await storeEventBody(store, first.organizationId, event.id, body, now);

  const stored = new Map<string, Delivery>();
  await forEachConcurrently(endpoints, CONCURRENCY, async (endpoint) => {
    const delivery = newDelivery(deliverable, endpoint, now);
    const lookAt = delivery.state === 'pending' ? lookAtAfterQueueing(now) : null;
    const position = deliveryPosition(event, delivery.id);
    const isNew = await store.writer.put(deliveryToItem(delivery, position, lookAt, now), undefined);
    if (isNew) {
      stored.set(endpoint.id, delivery);
      return;
    }
    const key = webhookDeliveryKey(delivery.organizationId, delivery.id);
    const item = await store.reader.get(key, { consistentRead: true });
    if (item !== undefined) stored.set(endpoint.id, deliveryFromItem(item));
  });

  const queued = endpoints.flatMap((endpoint): QueuedDelivery[] => {
    const delivery = stored.get(endpoint.id);
    if (delivery === undefined || delivery.state !== 'pending' || delivery.attemptCount > 0) return [];
    return [{ message: messageOf(delivery), lane: endpoint.failingSince === null ? 'first' : 'retry' }];
  });
  if (queued.length > 0) await queue.send(queued);
  return endpoints.flatMap((endpoint) => stored.get(endpoint.id) ?? []);
};
