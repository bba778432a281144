import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { batchesOf } from '../../table/batches.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import {
  webhookDeliveryKey,
  webhookEventPartition,
  webhookEventsOfPerson,
} from '../../table/items/webhook-keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Table } from '../../table/table.ts';
import { MAX_TRANSACTION_WRITES } from '../../table/writer.ts';
import type { Delivery } from '../../webhooks/deliveries/delivery.ts';
import {
  changeDelivery,
  deliveryFromItem,
  readDelivery,
} from '../../webhooks/deliveries/delivery-repository.ts';
import { readEventBody } from '../../webhooks/deliveries/event-body.ts';
import { readEndpoints } from '../../webhooks/endpoints/endpoint-repository.ts';
import { LOST, retryLostRaces } from '../lost-races.ts';
import { holdsDataOf } from './event-data.ts';

/** Events erased concurrently. */
const CONCURRENCY = 8;

const REASON = 'The person was erased.';

/** What was removed from the webhooks. */
export interface ErasedEvents {
  /** Stored events. */
  events: number;
  /** Pending deliveries that were cancelled. */
  cancelledDeliveries: number;
  /** Recorded attempts whose response was removed, because it may repeat the event. */
  responses: number;
}

/** The ids of the events that the indexes list for a person. */
export const indexedEventIds = async (
  { reader }: Table,
  organizationId: string,
  personId: string,
): Promise<readonly string[]> => {
  const partition = webhookEventsOfPerson(organizationId, personId);
  const pages = await Promise.all(
    [COLLECTION_INDEX, PART_INDEX].map((index) => readItems(reader, { index, partition })),
  );
  const prefix = webhookEventPartition(organizationId, '');
  return [...new Set(pages.flat().map(({ pk }) => String(pk).slice(prefix.length)))];
};

/** Cancels a pending delivery and removes the responses of all attempts. */
const eraseDelivery = (table: Table, delivery: Delivery, erased: ErasedEvents): Promise<void> => {
  let current: Delivery | undefined = delivery;
  return retryLostRaces(async () => {
    if (current === undefined) return undefined;
    const responses = current.attempts.filter(({ responseBody }) => responseBody !== null).length;
    const attempts = current.attempts.map((attempt) => ({ ...attempt, responseBody: null }));
    const isPending = current.state === 'pending';
    if (!isPending && responses === 0) return undefined;
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
    erased.cancelledDeliveries += Number(isPending);
    erased.responses += responses;
    return undefined;
  });
};

/**
 * Removes stored events that hold data of a person. Cancels their pending deliveries, and clears the responses of past
 * attempts. Can be interrupted and repeated.
 *
 * @param eventIds candidates: other events among them stay
 */
export const eraseEvents = async (
  table: Table,
  organizationId: string,
  personId: string,
  eventIds: readonly string[],
): Promise<ErasedEvents> => {
  const erased: ErasedEvents = { events: 0, cancelledDeliveries: 0, responses: 0 };
  const endpoints = await readEndpoints(table, organizationId);
  await forEachConcurrently(eventIds, CONCURRENCY, async (eventId) => {
    const body = await readEventBody(table, organizationId, eventId);
    if (body !== undefined && !holdsDataOf(personId, JSON.parse(body))) return;
    const keys = endpoints.map(({ id }) => webhookDeliveryKey(organizationId, hashedUuid([eventId, id])));
    const deliveries = await table.reader.getMany(keys, { consistentRead: true });
    for (const item of deliveries) await eraseDelivery(table, deliveryFromItem(item), erased);
    // Last, because only the body leads to its deliveries when an interrupted erasure is repeated.
    const partition = webhookEventPartition(organizationId, eventId);
    const parts = await readItems(table.reader, { partition, consistentRead: true });
    for (const batch of batchesOf(parts, MAX_TRANSACTION_WRITES)) {
      await table.writer.transact(batch.map(({ pk, sk }) => ({ delete: { Key: { pk, sk } } })));
    }
    erased.events += Number(parts.length > 0);
  });
  return erased;
};
