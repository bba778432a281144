import type { LISTED_STATES } from '../../contract/webhooks/webhook-limits.ts';
import type { TableKey } from './keys.ts';

/** The table partition of an organization's webhook endpoints. */
export const webhookEndpointPartition = (organizationId: string): string => `WEBHOOKS#${organizationId}`;

export const webhookEndpointKey = (organizationId: string, id: string): TableKey => ({
  pk: webhookEndpointPartition(organizationId),
  sk: `ENDPOINT#${id}`,
});

/** When the next request to an endpoint with a limit per second may start. */
export const webhookSlotsKey = (organizationId: string, endpointId: string): TableKey => ({
  pk: `WEBHOOK_SLOTS#${organizationId}#${endpointId}`,
  sk: 'WEBHOOK_SLOTS',
});

/** The table partition of the domains of an organization's webhook endpoints. */
export const webhookDomainPartition = (organizationId: string): string => `WEBHOOK_DOMAINS#${organizationId}`;

/**
 * The endpoints at one registrable domain. Keys must not learn of those of admins, nor use up their limit.
 *
 * @param owners who created them
 */
export const webhookDomainKey = (
  organizationId: string,
  owners: 'ADMINS' | 'KEYS',
  domain: string,
): TableKey => ({
  pk: webhookDomainPartition(organizationId),
  sk: `${owners}#${domain}`,
});

export const webhookDeliveryKey = (organizationId: string, id: string): TableKey => ({
  pk: `WEBHOOK_DELIVERY#${organizationId}#${id}`,
  sk: 'WEBHOOK_DELIVERY',
});

/**
 * The index partition of the deliveries to one endpoint, in order of their events: all of them (collection
 * index), or those in one of the listed states (part index).
 */
export const webhookDeliveryPartition = (
  organizationId: string,
  endpointId: string,
  state?: (typeof LISTED_STATES)[number],
): string => {
  const collection = `WEBHOOK_DELIVERIES#${organizationId}#${endpointId}`;
  return state === undefined ? collection : `${collection}#${state.toUpperCase()}`;
};

/**
 * The table partition of the replays to one endpoint, in order of creation, and of the line in which they
 * run.
 */
export const webhookReplayPartition = (organizationId: string, endpointId: string): string =>
  `WEBHOOK_REPLAYS#${organizationId}#${endpointId}`;

/** The endpoint of a {@link webhookReplayPartition}. */
export const endpointOfReplays = (partition: string) => {
  const [, organizationId = '', endpointId = ''] = partition.split('#');
  return { organizationId, endpointId };
};

/** What the sort keys of replays start with. */
export const REPLAY_PREFIX = 'REPLAY#';

/** @param id ids of replays sort by time of creation */
export const webhookReplayKey = (organizationId: string, endpointId: string, id: string): TableKey => ({
  pk: webhookReplayPartition(organizationId, endpointId),
  sk: `${REPLAY_PREFIX}${id}`,
});

/** Allows 16,000 deliveries per second, at 1,000 writes per second and partition. */
export const DUE_PARTITIONS = 16;

/** A partition of the due index, from 0. */
export const dueDeliveryPartition = (partition: number): string => `DUE_WEBHOOK_DELIVERIES#${partition}`;
