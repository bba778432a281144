import { LISTED_STATES } from '../../contract/webhooks/webhook-limits.ts';
import type { Attempt } from '../../contract/webhooks/webhook-views.ts';
import {
  list,
  optionalString,
  requiredBinary,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { collectionSortKey } from '../../table/items/keys.ts';
import {
  COLLECTION_INDEX,
  DUE_INDEX,
  ERASED_ATTRIBUTE,
  PART_INDEX,
  TIME_TO_LIVE_ATTRIBUTE,
} from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { isErased } from '../../table/items/versions.ts';
import {
  DUE_PARTITIONS,
  dueDeliveryPartition,
  webhookDeliveryKey,
  webhookDeliveryPartition,
} from '../../table/items/webhook-keys.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import {
  type Delivery,
  expiryAfter,
  expiryOf,
  isHeldByMessage,
  LISTED_ATTEMPTS,
  type NewDelivery,
  STORED_STATES,
  shownStateOf,
} from './delivery.ts';
import { requeueTimeOf } from './delivery-queue.ts';

/**
 * The expiry of a delivery, and its keys of the indexes that list deliveries by state, and by when
 * `requeue-deliveries` queues them.
 */
const derivedAttributes = (
  delivery: Delivery,
  now: string,
): Readonly<Record<string, string | number | null>> => {
  const { id, organizationId, endpointId, nextAttemptAt } = delivery;
  const shown = shownStateOf(delivery);
  const listed = LISTED_STATES.find((state) => state === shown);
  const partition = Number.parseInt(id.slice(0, 2), 16) % DUE_PARTITIONS;
  return {
    [TIME_TO_LIVE_ATTRIBUTE]: expiryOf(delivery, now),
    [PART_INDEX.partitionKey]:
      listed === undefined ? null : webhookDeliveryPartition(organizationId, endpointId, listed),
    [DUE_INDEX.partitionKey]: nextAttemptAt === null ? null : dueDeliveryPartition(partition),
    [DUE_INDEX.sortKey]:
      nextAttemptAt === null ? null : collectionSortKey(requeueTimeOf(nextAttemptAt, now), id),
  };
};

/** Rebuilt, because the maps of an item have no prototype, and their attributes are in any order. */
const attemptsOf = (item: Item): readonly Attempt[] =>
  list<Attempt>(item, 'attempts')
    .slice(-LISTED_ATTEMPTS)
    .map(({ at, status, durationMilliseconds, error, responseBody }) => ({
      at,
      status,
      durationMilliseconds,
      error,
      responseBody,
    }));

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
    state: STORED_STATES.find((known) => known === state) ?? 'failed',
    reason: optionalString(item, 'reason'),
    nextAttemptAt: optionalString(item, 'nextAttemptAt'),
    attemptCount: requiredNumber(item, 'attemptCount'),
    attempts: attemptsOf(item),
    feedPosition: optionalString(item, 'feedPosition'),
    body: item['body'] === undefined ? null : requiredBinary(item, 'body'),
    series: requiredNumber(item, 'series'),
    seriesAttempts: requiredNumber(item, 'seriesAttempts'),
    replayId: optionalString(item, 'replayId'),
    reservedAt: optionalString(item, 'reservedAt'),
    ttl: requiredNumber(item, TIME_TO_LIVE_ATTRIBUTE),
  };
};

/** The deliveries among stored items: the mark of an erased event is none. */
export const deliveriesFromItems = (items: readonly Item[]): readonly Delivery[] =>
  items.filter(({ id }) => id !== undefined).map(deliveryFromItem);

export const readDelivery = async (
  { reader }: Table,
  organizationId: string,
  id: string,
): Promise<Delivery | undefined> => {
  const item = await reader.get(webhookDeliveryKey(organizationId, id), { consistentRead: true });
  return deliveriesFromItems(item === undefined ? [] : [item])[0];
};

const itemOf = ({ position, ...delivery }: NewDelivery, now: string): Item => {
  const { organizationId, id, endpointId } = delivery;
  return withoutAbsent({
    ...delivery,
    ...webhookDeliveryKey(organizationId, id),
    [COLLECTION_INDEX.partitionKey]: webhookDeliveryPartition(organizationId, endpointId),
    [COLLECTION_INDEX.sortKey]: position,
    ...derivedAttributes(delivery, now),
  });
};

/**
 * Stores a new delivery.
 *
 * @returns false if it is already stored
 */
export const insertDelivery = (
  { writer }: Pick<Table, 'writer'>,
  delivery: NewDelivery,
  now: string,
): Promise<boolean> => writer.put(itemOf(delivery, now), undefined);

/** Why pending deliveries of an erased event fail. */
const ERASED_REASON = 'The person was erased.';

/** Attempts without the responses of endpoints, which may repeat the event. */
const withoutResponses = (attempts: readonly Attempt[]): readonly Attempt[] =>
  attempts.map((attempt) => ({ ...attempt, responseBody: null }));

/** The condition that a stored delivery is as it was read, and its event was not erased. */
const asRead = ({ series, attemptCount, state }: Delivery) => ({
  ConditionExpression:
    '#series = :readSeries AND #attemptCount = :readAttempts AND #state = :readState AND ' +
    'attribute_not_exists(#erasedAt)',
  ExpressionAttributeNames: {
    '#series': 'series',
    '#attemptCount': 'attemptCount',
    '#state': 'state',
    '#erasedAt': ERASED_ATTRIBUTE,
  },
  ExpressionAttributeValues: {
    ':readSeries': series,
    ':readAttempts': attemptCount,
    ':readState': state,
  },
});

/**
 * Changes a delivery, unless an attempt was recorded, a series started or its event was erased since it was
 * read. A new one is stored with the changes, unless it was stored since.
 *
 * @param auditEntry written in the same transaction
 * @returns the changed delivery, or `undefined`
 */
export const changeDelivery = async (
  store: Table,
  before: Delivery | NewDelivery,
  changes: Partial<Delivery>,
  now: string,
  auditEntry?: WriteOperation,
): Promise<Delivery | undefined> => {
  if (isHeldByMessage(before)) {
    const delivery = { ...before, ...changes };
    if (!(await insertDelivery(store, delivery, now))) return undefined;
    const { position: _, ...stored } = delivery;
    return stored;
  }
  const { writer } = store;
  const after = { ...before, ...changes };
  const attributes = { ...changes, ...derivedAttributes(after, now) };
  const update = updateOf(webhookDeliveryKey(before.organizationId, before.id), attributes, asRead(before));
  const isChanged =
    auditEntry === undefined
      ? (await writer.update(update)) !== undefined
      : await writer.transact([{ update }, auditEntry]);
  return isChanged ? after : undefined;
};

/**
 * How long the mark of an erased event is kept, in days: far longer than an attempt, which reads the event
 * before it is erased, may take.
 */
const MARK_DAYS = 1;

/** Ids of events differ from those of deliveries, which are hashes of them. */
const eventMarkKey = webhookDeliveryKey;

/** Marks an event that is being erased: what is stored of its deliveries later is erased again. */
export const markEventErased = async (
  { writer }: Table,
  organizationId: string,
  eventId: string,
  now: string,
): Promise<void> => {
  const mark = { [ERASED_ATTRIBUTE]: now, [TIME_TO_LIVE_ATTRIBUTE]: expiryAfter(now, MARK_DAYS) };
  await writer.update(updateOf(eventMarkKey(organizationId, eventId), mark));
};

export const isEventErased = async (
  { reader }: Table,
  organizationId: string,
  eventId: string,
): Promise<boolean> =>
  isErased(await reader.get(eventMarkKey(organizationId, eventId), { consistentRead: true }));

/**
 * Ends a pending delivery of an event that is being erased, and removes its body and the responses. Attempts
 * in progress can then add none.
 *
 * @returns false if it changed since it was read
 */
export const clearDelivery = async ({ writer }: Table, before: Delivery, now: string): Promise<boolean> => {
  const failed = { state: 'failed', reason: ERASED_REASON, nextAttemptAt: null } as const;
  const attributes = {
    attempts: withoutResponses(before.attempts),
    body: null,
    [ERASED_ATTRIBUTE]: now,
    ...(before.state === 'pending' && { ...failed, ...derivedAttributes({ ...before, ...failed }, now) }),
  };
  const key = webhookDeliveryKey(before.organizationId, before.id);
  return (await writer.update(updateOf(key, attributes, asRead(before)))) !== undefined;
};

/** Adds an attempt to a delivery without changing its state. No-op if the delivery was deleted. */
export const recordAttempt = async (
  { writer }: Table,
  { organizationId, id }: Delivery,
  attempt: Attempt,
): Promise<void> => {
  const update = {
    Key: { ...webhookDeliveryKey(organizationId, id) },
    UpdateExpression:
      'SET attempts = list_append(if_not_exists(attempts, :none), :added) ADD attemptCount :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':none': [], ':added': [attempt], ':one': 1 },
  };
  // A transaction, whose token keeps a retry from adding it twice.
  await writer.transact([{ update }]);
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
