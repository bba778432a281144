import type { TableKey } from './keys.ts';

/** Of the table: all webhook endpoints of the organization. */
export const webhookEndpointPartition = (organizationId: string): string => `WEBHOOKS#${organizationId}`;

export const webhookEndpointKey = (organizationId: string, id: string): TableKey => ({
  pk: webhookEndpointPartition(organizationId),
  sk: `ENDPOINT#${id}`,
});

/** Of the table: the parts that an event's body is stored in. */
export const webhookEventPartition = (organizationId: string, eventId: string): string =>
  `WEBHOOK_EVENT#${organizationId}#${eventId}`;

/** One part of an event's body; one digit is enough for what may be delivered. */
export const webhookEventKey = (organizationId: string, eventId: string, part: number): TableKey => ({
  pk: webhookEventPartition(organizationId, eventId),
  sk: `PART#${part}`,
});

export const webhookDeliveryKey = (organizationId: string, id: string): TableKey => ({
  pk: `WEBHOOK_DELIVERY#${organizationId}#${id}`,
  sk: 'WEBHOOK_DELIVERY',
});

/**
 * The partition of an index that holds the deliveries to one endpoint: all of them (collection index), or
 * those that ended without success (part index). In order of their events.
 */
export const webhookDeliveryPartition = (
  organizationId: string,
  endpointId: string,
  state?: 'failed' | 'missed',
): string => {
  const collection = `WEBHOOK_DELIVERIES#${organizationId}#${endpointId}`;
  return state === undefined ? collection : `${collection}#${state.toUpperCase()}`;
};

/** Enough for 16,000 deliveries a second, at 1,000 writes a second and partition. */
export const DUE_PARTITIONS = 16;

/** A partition of the due index, from 0. */
export const dueDeliveryPartition = (partition: number): string => `DUE_WEBHOOK_DELIVERIES#${partition}`;
