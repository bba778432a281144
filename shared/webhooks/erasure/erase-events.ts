import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { eraseFromFeed } from '../../events/feed/erase-from-feed.ts';
import type { EraseCopies } from '../../records/erasure/erase-person.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { webhookDeliveryKey } from '../../table/items/webhook-keys.ts';
import type { Table } from '../../table/table.ts';
import { deliveriesFromItems, markEventErased } from '../deliveries/delivery-repository.ts';
import { type ErasedDeliveries, eraseDelivery, NOTHING_ERASED } from '../deliveries/erase-delivery.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { readEndpoints } from '../endpoints/endpoint-repository.ts';

/** Deliveries erased concurrently. */
const CONCURRENT_DELIVERIES = 16;

/** The ids of an event's deliveries to these endpoints, whether or not they exist. */
export const deliveryIdsOf = (
  eventId: string,
  endpoints: readonly Pick<WebhookEndpoint, 'id'>[],
): readonly string[] => endpoints.map(({ id }) => hashedUuid([eventId, id]));

/**
 * Cancels the pending deliveries of an event, and clears the responses of its attempts. One mark per event
 * makes attempts and replays that are in progress do the same. Call it before the event is erased.
 */
export const eraseDeliveries = async (
  table: Table,
  organizationId: string,
  eventId: string,
  endpoints: readonly Pick<WebhookEndpoint, 'id'>[],
): Promise<ErasedDeliveries> => {
  await markEventErased(table, organizationId, eventId, timestampOf(new Date()));
  const keys = deliveryIdsOf(eventId, endpoints).map((id) => webhookDeliveryKey(organizationId, id));
  const items = await table.reader.getMany(keys, { consistentRead: true });
  let { cancelledDeliveries, responses } = NOTHING_ERASED;
  await forEachConcurrently(deliveriesFromItems(items), CONCURRENT_DELIVERIES, async (delivery) => {
    const erased = await eraseDelivery(table, delivery);
    cancelledDeliveries += erased.cancelledDeliveries;
    responses += erased.responses;
  });
  return { cancelledDeliveries, responses };
};

/** Events whose deliveries are erased concurrently. */
const CONCURRENCY = 8;

/**
 * Removes the events that hold data of a person. Cancels their pending deliveries, and clears the responses
 * of past attempts. Can be interrupted and repeated.
 */
export const eraseEvents: EraseCopies = async (table, organizationId, personId) => {
  const endpoints = await readEndpoints(table, organizationId);
  let cancelledDeliveries = 0;
  let responses = 0;
  const eraseAt = async (at: typeof endpoints, eventId: string): Promise<void> => {
    const erased = await eraseDeliveries(table, organizationId, eventId, at);
    cancelledDeliveries += erased.cancelledDeliveries;
    responses += erased.responses;
  };
  // Before the event itself, which alone leads to its deliveries when an interrupted erasure is repeated.
  const beforeErasing = (eventId: string): Promise<void> => eraseAt(endpoints, eventId);
  const erased = new Set(await eraseFromFeed(table, organizationId, personId, beforeErasing));
  // An event may have been on its way to endpoints that were registered since.
  const known = new Set(endpoints.map(({ id }) => id));
  const added = (await readEndpoints(table, organizationId)).filter(({ id }) => !known.has(id));
  if (added.length > 0) {
    await forEachConcurrently([...erased], CONCURRENCY, (eventId) => eraseAt(added, eventId));
  }
  return { events: erased.size, cancelledDeliveries, responses };
};
