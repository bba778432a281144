import { type Attempt, DELIVERY_STATES, type DeliveryState } from '../../contract/webhook-views.ts';
import {
  list,
  optionalString,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../../table/attributes.ts';
import { collectionSortKey } from '../../table/keys.ts';
import type { Item } from '../../table/reader.ts';
import { COLLECTION_INDEX, DUE_INDEX, PART_INDEX, TIME_TO_LIVE_ATTRIBUTE } from '../../table/schema.ts';
import {
  DUE_PARTITIONS,
  dueDeliveryPartition,
  webhookDeliveryKey,
  webhookDeliveryPartition,
} from '../../table/webhook-keys.ts';
import type { Delivery } from './delivery.ts';
import { LISTED_DAYS } from './delivery.ts';

/** Longer than the retry schedule takes, however it is set: 20 steps of 12 hours. */
const SCHEDULE_DAYS = 10;

const daysFrom = (at: string, days: number): number => Math.ceil(Date.parse(at) / 1000) + days * 86_400;

/** When what belongs to a delivery may go: it stays listed after its end, whenever that will be. */
export const timeToLive = (state: DeliveryState, now: string): number =>
  daysFrom(now, state === 'pending' ? SCHEDULE_DAYS + LISTED_DAYS : LISTED_DAYS);

/**
 * The attributes that follow from how a delivery stands.
 *
 * @param lookAt when somebody has to see to it that it is attempted; null if it is not pending
 */
export const indexKeysOf = (
  delivery: Pick<Delivery, 'id' | 'organizationId' | 'endpointId' | 'state'>,
  lookAt: string | null,
): Readonly<Record<string, string | null>> => {
  const { id, organizationId, endpointId, state } = delivery;
  const ended = state === 'failed' || state === 'missed';
  const partition = Number.parseInt(id.slice(0, 2), 16) % DUE_PARTITIONS;
  return {
    [PART_INDEX.partitionKey]: ended ? webhookDeliveryPartition(organizationId, endpointId, state) : null,
    [DUE_INDEX.partitionKey]: lookAt === null ? null : dueDeliveryPartition(partition),
    [DUE_INDEX.sortKey]: lookAt === null ? null : collectionSortKey(lookAt, id),
  };
};

/**
 * @param position where it is listed, for good
 * @param now the time of writing, as a timestamp
 */
export const deliveryToItem = (
  delivery: Delivery,
  position: string,
  lookAt: string | null,
  now: string,
): Record<string, unknown> => {
  const { organizationId, id, endpointId } = delivery;
  return withoutAbsent({
    ...delivery,
    ...webhookDeliveryKey(organizationId, id),
    [COLLECTION_INDEX.partitionKey]: webhookDeliveryPartition(organizationId, endpointId),
    [COLLECTION_INDEX.sortKey]: position,
    ...indexKeysOf(delivery, lookAt),
    [TIME_TO_LIVE_ATTRIBUTE]: timeToLive(delivery.state, now),
  });
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
    // A state of a later version, which then handles the delivery.
    state: DELIVERY_STATES.find((known) => known === state) ?? 'failed',
    reason: optionalString(item, 'reason'),
    nextAttemptAt: optionalString(item, 'nextAttemptAt'),
    attemptCount: requiredNumber(item, 'attemptCount'),
    attempts: list<Attempt>(item, 'attempts'),
    series: requiredNumber(item, 'series'),
    seriesAttempts: requiredNumber(item, 'seriesAttempts'),
  };
};
