import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import type { Table } from '../../table/table.ts';
import { type Delivery, expiryAfter } from '../deliveries/delivery.ts';
import { compressBody } from '../deliveries/delivery-body.ts';
import { type DeliveryQueue, messageOf, type QueuedDelivery } from '../deliveries/delivery-queue.ts';
import { insertDelivery, readDelivery } from '../deliveries/delivery-repository.ts';
import { deliveryPosition } from '../deliveries/list-deliveries.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';

type EventFields = 'organizationId' | 'eventId' | 'eventType' | 'eventTimestamp' | 'sequence' | 'resourceId';

/** An event to deliver. */
export interface DeliveredEvent extends Pick<Delivery, EventFields> {
  /** Sequence number of the change in the table's stream; absent for test events. */
  readonly streamSequence?: string | undefined;
  /** Its position in the feed, or if it is not there, its JSON exactly as it is sent. `undefined` if it is too large. */
  readonly source: { readonly feedPosition: string } | { readonly json: string } | undefined;
  /** How many days the deliveries stay listed: as long as the event can be read. */
  readonly retentionDays: number;
}

/** Concurrent writes to the table, per event. */
const CONCURRENCY = 4;

const TOO_LARGE =
  'The event is larger than the 1,000,000 bytes that are delivered: read the resource by its id.';
const TOO_LARGE_TO_STORE =
  'The event is from before an update of the service and too large to keep: read the resource by its id.';
const DISABLED = 'The endpoint was disabled when the event happened.';

type Body = Pick<Delivery, 'feedPosition' | 'body'>;

const NO_BODY: Body = { feedPosition: null, body: null };

/** Where deliveries find the body of an event, or why they fail without one. */
const bodyOf = (source: DeliveredEvent['source']): Body | string => {
  if (source === undefined) return TOO_LARGE;
  if ('feedPosition' in source) return { ...NO_BODY, ...source };
  const body = compressBody(source.json);
  return body === undefined ? TOO_LARGE_TO_STORE : { ...NO_BODY, body };
};

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
  { source, retentionDays, streamSequence, ...event }: DeliveredEvent,
  endpoints: readonly WebhookEndpoint[],
): Promise<readonly Delivery[]> => {
  if (endpoints.length === 0) return [];
  const now = timestampOf(new Date());
  const { organizationId, eventId, eventTimestamp } = event;
  const body = bodyOf(source);
  const failure = typeof body === 'string' ? body : undefined;

  const deliveries: Delivery[] = [];
  const queued: QueuedDelivery[] = [];
  await forEachConcurrently(endpoints, CONCURRENCY, async (endpoint) => {
    const isPending = failure === undefined && endpoint.disabledReason === null;
    const ended =
      failure === undefined
        ? ({ state: 'missed', reason: DISABLED } as const)
        : ({ state: 'failed', reason: failure } as const);
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
      ...(typeof body === 'string' ? NO_BODY : body),
      ttl: expiryAfter(now, retentionDays),
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
