import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { isErased } from '../../table/items/versions.ts';
import { webhookDeliveryKey } from '../../table/items/webhook-keys.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { deliveryFromItem, eraseDelivery, markErased } from '../deliveries/delivery-repository.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';

/** Deliveries erased concurrently. */
const CONCURRENCY = 16;

/** What was removed from deliveries. */
export interface ErasedDeliveries {
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
  await forEachConcurrently(ids, CONCURRENCY, async (id) => {
    const item = byKey.get(webhookDeliveryKey(organizationId, id).pk);
    const erased = await eraseOne(table, organizationId, id, item);
    cancelledDeliveries += erased.cancelledDeliveries;
    responses += erased.responses;
  });
  return { cancelledDeliveries, responses };
};
