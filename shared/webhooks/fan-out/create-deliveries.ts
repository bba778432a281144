import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { withThousandsSeparators } from '../../runtime/number-format.ts';
import type { Table } from '../../table/table.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { type DeliveryQueue, messageOf, type QueuedDelivery } from '../deliveries/delivery-queue.ts';
import { insertDelivery, readDelivery } from '../deliveries/delivery-repository.ts';
import { MAX_BODY_BYTES, storeEventBody } from '../deliveries/event-body.ts';
import { deliveryPosition } from '../deliveries/list-deliveries.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';

type EventFields = 'organizationId' | 'eventId' | 'eventType' | 'eventTimestamp' | 'sequence' | 'resourceId';

/** An event to deliver. */
export interface DeliveredEvent extends Pick<Delivery, EventFields> {
  /** Sequence number of the change in the table's stream; absent for test events. */
  readonly streamSequence?: string | undefined;
  /** JSON, exactly as it is sent; `undefined` if it was too large for the bus. */
  readonly body: string | undefined;
  /** The people whose data the body holds. Default: none. */
  readonly personIds?: readonly string[];
}

/** Concurrent writes to the table, per event. */
const CONCURRENCY = 4;

const TOO_LARGE = `The event is larger than the ${withThousandsSeparators(MAX_BODY_BYTES)} bytes that are delivered: read the resource by its id.`;
const DISABLED = 'The endpoint was disabled when the event happened.';

/**
 * Creates the deliveries of an event to these endpoints and queues them. Undeliverable events are recorded as
 * failed or missed. After an error, the same call continues: it or `requeue-deliveries` queues what was
 * stored and not queued.
 *
 * @returns the stored deliveries, in no particular order
 */
export const createDeliveries = async (
  store: Table,
  queue: DeliveryQueue,
  { body, personIds = [], streamSequence, ...event }: DeliveredEvent,
  endpoints: readonly WebhookEndpoint[],
): Promise<readonly Delivery[]> => {
  if (endpoints.length === 0) return [];
  const now = timestampOf(new Date());
  const { organizationId, eventId, eventTimestamp } = event;
  // The bus may accept a body that is larger than a delivery may be.
  const isDeliverable = body !== undefined && Buffer.byteLength(body) <= MAX_BODY_BYTES;
  if (isDeliverable) await storeEventBody(store, organizationId, { eventId, body, personIds }, now);

  const deliveries: Delivery[] = [];
  const queued: QueuedDelivery[] = [];
  await forEachConcurrently(endpoints, CONCURRENCY, async (endpoint) => {
    const isPending = isDeliverable && endpoint.disabledReason === null;
    const ended = isDeliverable
      ? ({ state: 'missed', reason: DISABLED } as const)
      : ({ state: 'failed', reason: TOO_LARGE } as const);
    const delivery: Delivery = {
      // Derived from event and endpoint, so that a retried fan-out creates no second delivery.
      id: hashedUuid([eventId, endpoint.id]),
      endpointId: endpoint.id,
      ...event,
      ...(isPending ? { state: 'pending', reason: null } : ended),
      nextAttemptAt: isPending ? now : null,
      attemptCount: 0,
      attempts: [],
      series: 1,
      seriesAttempts: 0,
    };
    const position = deliveryPosition(eventTimestamp, streamSequence, delivery.id);
    const isNew = await insertDelivery(store, delivery, position, now);
    const current = isNew ? delivery : await readDelivery(store, organizationId, delivery.id);
    if (current === undefined) return;
    deliveries.push(current);
    if (current.state !== 'pending' || current.attemptCount > 0) return;
    queued.push({ message: messageOf(current), lane: endpoint.failingSince === null ? 'first' : 'retry' });
  });
  if (queued.length > 0) await queue.send(queued);
  return deliveries;
};
