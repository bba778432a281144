import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { webhookDeliveryKey } from '../../table/items/webhook-keys.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Table } from '../../table/table.ts';
import type { Delivery } from '../../webhooks/deliveries/delivery.ts';
import {
  changeDelivery,
  deliveryFromItem,
  readDelivery,
} from '../../webhooks/deliveries/delivery-repository.ts';
import type { WebhookEndpoint } from '../../webhooks/endpoints/endpoint.ts';

const REASON = 'The person was erased.';

/** What was removed from deliveries. */
export interface ErasedDeliveries {
  /** Pending deliveries that were cancelled. */
  readonly cancelledDeliveries: number;
  /** Recorded attempts whose response was removed, because it may repeat the event. */
  readonly responses: number;
}

/** Cancels a pending delivery and removes the responses of all attempts. */
const eraseDelivery = (table: Table, delivery: Delivery): Promise<ErasedDeliveries> => {
  let current: Delivery | undefined = delivery;
  return retryLostRaces(async () => {
    const nothing = { cancelledDeliveries: 0, responses: 0 };
    if (current === undefined) return nothing;
    const responses = current.attempts.filter(({ responseBody }) => responseBody !== null).length;
    const attempts = current.attempts.map((attempt) => ({ ...attempt, responseBody: null }));
    const isPending = current.state === 'pending';
    if (!isPending && responses === 0) return nothing;
    const { organizationId, id, attemptCount } = current;
    const isChanged = isPending
      ? (await changeDelivery(
          table,
          current,
          { state: 'failed', reason: REASON, nextAttemptAt: null, attempts },
          timestampOf(new Date()),
        )) !== undefined
      : // Does not touch the delivery's expiry.
        (await table.writer.update(
          updateOf(
            webhookDeliveryKey(organizationId, id),
            { attempts },
            {
              ConditionExpression: '#attemptCount = :read',
              ExpressionAttributeNames: { '#attemptCount': 'attemptCount' },
              ExpressionAttributeValues: { ':read': attemptCount },
            },
          ),
        )) !== undefined;
    if (!isChanged) {
      current = await readDelivery(table, organizationId, id);
      return LOST;
    }
    return { cancelledDeliveries: Number(isPending), responses };
  });
};

/** The ids of an event's deliveries to these endpoints, whether or not they exist. */
export const deliveryIdsOf = (
  eventId: string,
  endpoints: readonly Pick<WebhookEndpoint, 'id'>[],
): readonly string[] => endpoints.map(({ id }) => hashedUuid([eventId, id]));

/** Cancels the pending deliveries of an event, and clears the responses of past attempts. */
export const eraseDeliveries = async (
  table: Table,
  organizationId: string,
  eventId: string,
  endpoints: readonly WebhookEndpoint[],
): Promise<ErasedDeliveries> => {
  const keys = deliveryIdsOf(eventId, endpoints).map((id) => webhookDeliveryKey(organizationId, id));
  let cancelledDeliveries = 0;
  let responses = 0;
  for (const item of await table.reader.getMany(keys, { consistentRead: true })) {
    const erased = await eraseDelivery(table, deliveryFromItem(item));
    cancelledDeliveries += erased.cancelledDeliveries;
    responses += erased.responses;
  }
  return { cancelledDeliveries, responses };
};
