import { type Attempt, DELIVERY_STATES } from '../../contract/webhook-views.ts';
import {
  list,
  optionalString,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { collectionSortKey } from '../../table/items/keys.ts';
import { COLLECTION_INDEX, DUE_INDEX, PART_INDEX, TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import {
  DUE_PARTITIONS,
  dueDeliveryPartition,
  webhookDeliveryKey,
  webhookDeliveryPartition,
} from '../../table/items/webhook-keys.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { UpdateOperation } from '../../table/writer.ts';
import { type Delivery, KEPT_ATTEMPTS, timeToLive } from './delivery.ts';
import { requeueTimeOf } from './delivery-queue.ts';

/** Keys of the indexes that list deliveries by state, and by when `requeue-deliveries` queues them. */
const indexKeysOf = (
  { id, organizationId, endpointId, state }: Delivery,
  requeueAt: string | null,
): Readonly<Record<string, string | null>> => {
  const isListedByState = state === 'failed' || state === 'missed';
  const partition = Number.parseInt(id.slice(0, 2), 16) % DUE_PARTITIONS;
  return {
    [PART_INDEX.partitionKey]: isListedByState
      ? webhookDeliveryPartition(organizationId, endpointId, state)
      : null,
    [DUE_INDEX.partitionKey]: requeueAt === null ? null : dueDeliveryPartition(partition),
    [DUE_INDEX.sortKey]: requeueAt === null ? null : collectionSortKey(requeueAt, id),
  };
};

export const deliveryFromItem = (item: Item): Delivery => {
  const state = requiredString(item, 'state');
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    endpointId: requiredString(item, 'endpointId'),
    eventId: requiredString(item, 'eventId'),
    eventType: requiredString(item, 'eventType'),
    eventTimestamp: requiredString(item, 'eventTimestamp'),
    sequence: requiredNumber(item, 'sequence'),
    resourceId: requiredString(item, 'resourceId'),
    // A state that this version does not know is left to the later version that wrote it.
    state: DELIVERY_STATES.find((known) => known === state) ?? 'failed',
    reason: optionalString(item, 'reason'),
    nextAttemptAt: optionalString(item, 'nextAttemptAt'),
    attemptCount: requiredNumber(item, 'attemptCount'),
    attempts: list<Attempt>(item, 'attempts'),
    series: requiredNumber(item, 'series'),
    seriesAttempts: requiredNumber(item, 'seriesAttempts'),
  };
};

export const readDelivery = async (
  { reader }: Table,
  organizationId: string,
  id: string,
): Promise<Delivery | undefined> => {
  const item = await reader.get(webhookDeliveryKey(organizationId, id), { consistentRead: true });
  return item === undefined ? undefined : deliveryFromItem(item);
};

/**
 * Stores a new delivery.
 *
 * @param position its permanent position in lists
 * @returns false if it is already stored
 */
export const insertDelivery = (
  { writer }: Table,
  delivery: Delivery,
  position: string,
  now: string,
): Promise<boolean> => {
  const { organizationId, id, endpointId, nextAttemptAt } = delivery;
  return writer.put(
    withoutAbsent({
      ...delivery,
      ...webhookDeliveryKey(organizationId, id),
      [COLLECTION_INDEX.partitionKey]: webhookDeliveryPartition(organizationId, endpointId),
      [COLLECTION_INDEX.sortKey]: position,
      ...indexKeysOf(delivery, nextAttemptAt && requeueTimeOf(nextAttemptAt)),
      [TIME_TO_LIVE_ATTRIBUTE]: timeToLive(delivery.state, now),
    }),
    undefined,
  );
};

/**
 * The update of a delivery from `before` to `after`, unless an attempt was recorded or a series started since
 * it was read.
 *
 * @param requeueAt when `requeue-deliveries` queues it; null unless it is pending
 */
export const deliveryUpdate = (
  before: Delivery,
  after: Delivery,
  requeueAt: string | null,
  now: string,
): UpdateOperation => {
  const attributes = {
    state: after.state,
    reason: after.reason,
    nextAttemptAt: after.nextAttemptAt,
    attempts: after.attempts,
    attemptCount: after.attemptCount,
    series: after.series,
    seriesAttempts: after.seriesAttempts,
    [TIME_TO_LIVE_ATTRIBUTE]: timeToLive(after.state, now),
    ...indexKeysOf(after, requeueAt),
  };
  return updateOf(webhookDeliveryKey(before.organizationId, before.id), attributes, {
    ConditionExpression: '#series = :readSeries AND #attemptCount = :readAttempts AND #state = :readState',
    ExpressionAttributeValues: {
      ':readSeries': before.series,
      ':readAttempts': before.attemptCount,
      ':readState': before.state,
    },
  });
};

export const withAttempt = (delivery: Delivery, attempt: Attempt): Delivery => ({
  ...delivery,
  attemptCount: delivery.attemptCount + 1,
  attempts: [...delivery.attempts, attempt].slice(-KEPT_ATTEMPTS),
});

/** Adds an attempt to a delivery without changing its state. No-op if the delivery was deleted. */
export const recordAttempt = async (
  store: Table,
  { organizationId, id }: Delivery,
  attempt: Attempt,
): Promise<void> => {
  for (;;) {
    const current = await readDelivery(store, organizationId, id);
    if (current === undefined) return;
    const { attempts, attemptCount } = withAttempt(current, attempt);
    const updated = await store.writer.update({
      Key: { ...webhookDeliveryKey(organizationId, id) },
      UpdateExpression: 'SET attempts = :attempts, attemptCount = :count',
      ConditionExpression: 'attemptCount = :read',
      ExpressionAttributeValues: {
        ':attempts': attempts,
        ':count': attemptCount,
        ':read': current.attemptCount,
      },
    });
    if (updated !== undefined) return;
  }
};

/**
 * Claims a due delivery for one run of `requeue-deliveries`, by moving its place in the due index.
 *
 * @param item of the due index
 * @returns `undefined` if another run claimed it first, or it is no longer due
 */
export const claimDue = async (
  { writer }: Table,
  { [DUE_INDEX.sortKey]: position, pk, sk }: Item,
  requeueAt: string,
): Promise<Delivery | undefined> => {
  const id = String(position).slice(String(position).indexOf('#') + 1);
  const stored = await writer.update({
    Key: { pk, sk },
    UpdateExpression: 'SET #position = :next',
    ConditionExpression: '#position = :read',
    ExpressionAttributeNames: { '#position': DUE_INDEX.sortKey },
    ExpressionAttributeValues: { ':read': position, ':next': collectionSortKey(requeueAt, id) },
  });
  return stored === undefined ? undefined : deliveryFromItem(stored);
};
