import { isPermission } from '../contract/keys/permissions.ts';
import {
  list,
  map,
  optionalNumber,
  optionalString,
  requiredString,
  withoutAbsent,
} from '../table/items/attributes.ts';
import { apiKeyKey, apiKeyPartition, collectionSortKey } from '../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX, TIME_TO_LIVE_ATTRIBUTE } from '../table/items/schema.ts';
import type { Item } from '../table/reader.ts';
import type { ApiKey } from './api-key.ts';

/**
 * The time at which creation started, until the key is active: a pending key is not accepted, listed or
 * changed.
 */
export const PENDING_SINCE = 'pendingSince';
/** Set on a pending key that must never become active. */
export const IS_DISCARDED = 'isDiscarded';

const INTERRUPTED_AFTER_MILLISECONDS = 15 * 60_000;

/** When the access token of a connected app expires. Keys have none. */
export const TOKEN_EXPIRES_AT = 'tokenExpiresAt';

/** Whether an item is a connected app. */
export const isApp = (item: Item): boolean => item['client'] !== undefined;

export const isPending = (item: Item): boolean => item[PENDING_SINCE] !== undefined;

/**
 * Whether something that takes seconds and began then was interrupted: creating a key or changing its plan.
 */
export const isOverdue = (since: unknown, now: string): boolean =>
  Date.parse(now) - Date.parse(String(since)) > INTERRUPTED_AFTER_MILLISECONDS;

/**
 * Whether a pending key has no gateway key yet. DynamoDB removes it at its time to live, which ends when the
 * creation of the gateway key begins.
 */
export const isUnmetered = (item: Item): boolean => item[TIME_TO_LIVE_ATTRIBUTE] !== undefined;

const isPastTimeToLive = (item: Item, now: string): boolean => {
  const seconds = optionalNumber(item, TIME_TO_LIVE_ATTRIBUTE);
  return seconds !== null && seconds * 1_000 <= Date.parse(now);
};

/** Whether a pending key can no longer become active. */
export const isInterrupted = (item: Item, now: string): boolean =>
  item[IS_DISCARDED] !== undefined || isOverdue(item[PENDING_SINCE], now) || isPastTimeToLive(item, now);

/** @param hash of the token, from `hashToken` */
export const apiKeyToItem = (key: ApiKey, hash: string): Record<string, unknown> => ({
  ...withoutAbsent({ ...key }),
  ...apiKeyKey(key.id),
  [COLLECTION_INDEX.partitionKey]: apiKeyPartition(key.organizationId),
  [COLLECTION_INDEX.sortKey]: collectionSortKey(key.createdAt, key.id),
  ...(key.ownerId === null
    ? {}
    : { [PART_INDEX.partitionKey]: apiKeyPartition(key.organizationId, key.ownerId) }),
  hash,
});

const clientOf = (item: Item): ApiKey['client'] => {
  const client = map<NonNullable<ApiKey['client']>>(item, 'client');
  return client === null ? null : { ...client, endsAt: client.endsAt ?? null };
};

export const apiKeyFromItem = (item: Item): ApiKey => ({
  id: requiredString(item, 'id'),
  organizationId: requiredString(item, 'organizationId'),
  name: requiredString(item, 'name'),
  // A permission that is unknown to this version grants nothing.
  permissions: list<string>(item, 'permissions').filter(isPermission),
  plan: requiredString(item, 'plan'),
  allowedAddresses: item['allowedAddresses'] === undefined ? null : list(item, 'allowedAddresses'),
  importSource: optionalString(item, 'importSource'),
  client: clientOf(item),
  hint: requiredString(item, 'hint'),
  ownerId: optionalString(item, 'ownerId'),
  grantedBy: optionalString(item, 'grantedBy'),
  createdAt: requiredString(item, 'createdAt'),
  createdBy: requiredString(item, 'createdBy'),
  expiresAt: optionalString(item, 'expiresAt'),
  revokedAt: optionalString(item, 'revokedAt'),
  lastUsedAt: optionalString(item, 'lastUsedAt'),
  rotatedTo: optionalString(item, 'rotatedTo'),
});

export const tokenHashOfItem = (item: Item): string => requiredString(item, 'hash');
