import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { eraseFromFeed } from '../../events/feed/erase-from-feed.ts';
import type { EraseCopies } from '../../records/erasure/erase-person.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { isErased } from '../../table/items/versions.ts';
import { webhookDeliveryKey } from '../../table/items/webhook-keys.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { deliveryFromItem, eraseDelivery, markErased } from '../deliveries/delivery-repository.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { readEndpoints } from '../endpoints/endpoint-repository.ts';

/** Deliveries erased concurrently. */
const CONCURRENT_DELIVERIES = 16;

/** What was removed from deliveries. */
interface ErasedDeliveries {
  /** Pending deliveries that were cancelled. */
  readonly cancelledDeliveries: number;
  /** Recorded attempts whose response was removed, because it may repeat the event. */
  readonly responses: number;
}

const NOTHING: ErasedDeliveries = { cancelledDeliveries: 0, responses: 0 };

/**
 * Erases a delivery, or leaves a mark where none is stored: its first attempt may be in progress, of which
 * the table knows nothing yet.
 *
 * @param read its item, `undefined` if there is none
 */
const eraseOne = (
  table: Table,
  organizationId: string,
  id: string,
  read: Item | undefined,
): Promise<ErasedDeliveries> => {
  const now = timestampOf(new Date());
  return retryLostRaces(async (attempt) => {
    const key = webhookDeliveryKey(organizationId, id);
    const item = attempt === 1 ? read : await table.reader.get(key, { consistentRead: true });
    if (isErased(item)) return NOTHING;
    if (item === undefined) return (await markErased(table, organizationId, id, now)) ? NOTHING : LOST;
    const delivery = deliveryFromItem(item);
    if (!(await eraseDelivery(table, delivery, now))) return LOST;
    return {
      cancelledDeliveries: Number(delivery.state === 'pending'),
      responses: delivery.attempts.filter(({ responseBody }) => responseBody !== null).length,
    };
  });
};

/** The ids of an event's deliveries to these endpoints, whether or not they exist. */
export const deliveryIdsOf = (
  eventId: string,
  endpoints: readonly Pick<WebhookEndpoint, 'id'>[],
): readonly string[] => endpoints.map(({ id }) => hashedUuid([eventId, id]));

/**
 * Cancels the pending deliveries of an event, and clears the responses of its attempts, also of those in
 * progress. Call it before the event is erased.
 */
export const eraseDeliveries = async (
  table: Table,
  organizationId: string,
  eventId: string,
  endpoints: readonly Pick<WebhookEndpoint, 'id'>[],
): Promise<ErasedDeliveries> => {
  const ids = deliveryIdsOf(eventId, endpoints);
  const keys = ids.map((id) => webhookDeliveryKey(organizationId, id));
  const items = await table.reader.getMany(keys, { consistentRead: true });
  const byKey = new Map(items.map((item) => [item['pk'], item]));
  let cancelledDeliveries = 0;
  let responses = 0;
  await forEachConcurrently(ids, CONCURRENT_DELIVERIES, async (id) => {
    const item = byKey.get(webhookDeliveryKey(organizationId, id).pk);
    const erased = await eraseOne(table, organizationId, id, item);
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
