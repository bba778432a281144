import { list, optionalString } from '../table/items/attributes.ts';
import { apiKeyKey, memberKeysKey, organizationKeysKey, type TableKey } from '../table/items/keys.ts';
import { nextVersion, unchangedSince, versionOf } from '../table/items/versions.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import { type ApiKey, stateOf } from './api-key.ts';
import { apiKeyFromItem, isInterrupted, isPending, isUnmetered } from './api-key-mapper.ts';
import { KeyConflictError, type KeyStore } from './key-store.ts';
import { gatewayKeysOf } from './metering.ts';
import { removeOrphanedGatewayKeys } from './remove-orphaned-gateway-keys.ts';

/**
 * Keys of an organization that hold a gateway key or may get one: active and pending ones, and others until
 * it is removed. A chain of rotations shares one. An AWS account holds 10,000 for all organizations.
 */
export const MAX_KEYS_OF_ORGANIZATION = 500;

/**
 * Active keys per member, those in a grace period included. An AWS account holds 10,000 gateway keys, and
 * members create keys without approval.
 */
export const MAX_ACTIVE_KEYS_OF_MEMBER = 25;

export interface KeyOptions {
  /** Whether the key counts for the limit of its owner, a member. */
  readonly isLimited: boolean;
  /** The condition that the owner of the key still has access once it becomes active. @default none */
  readonly requireOwner?: (apiKey: ApiKey) => readonly WriteOperation[];
}

/** The attribute with the ids of the keys that a member created. Keys that an admin created do not count. */
const KEYS = 'keys';

/** Whether a key is active, or may become so. */
const isCounted = (item: Item, now: string): boolean =>
  isPending(item) ? !isInterrupted(item, now) : stateOf(apiKeyFromItem(item), now) === 'active';

const needsGatewayKey = (item: Item, now: string): boolean =>
  optionalString(item, 'rotatedTo') === null &&
  Object.keys(gatewayKeysOf(item)).length > 0 &&
  !(isUnmetered(item) && isInterrupted(item, now));

/** These keys, and the keys they were rotated to. */
const readChains = async (reader: TableReader, ids: readonly string[]): Promise<readonly Item[]> => {
  const known = new Set(ids);
  const read: Item[] = [];
  for (let open = [...known]; open.length > 0; ) {
    const items = await reader.getMany(
      open.map((id) => apiKeyKey(id)),
      { consistentRead: true },
    );
    read.push(...items);
    const successors = items.flatMap((item) => optionalString(item, 'rotatedTo') ?? []);
    open = successors.filter((id) => !known.has(id));
    for (const id of open) known.add(id);
  }
  return read;
};

const idsOf = (items: readonly Item[]): readonly string[] => items.map(({ id }) => String(id));

const countIn = (
  key: TableKey,
  stored: Item | undefined,
  counted: readonly string[],
  { id, organizationId }: Pick<ApiKey, 'id' | 'organizationId'>,
): WriteOperation => {
  const version = versionOf(stored);
  return {
    put: {
      Item: nextVersion({ ...key, organizationId, [KEYS]: [...counted, id] }, version),
      ...unchangedSince(version),
    },
  };
};

/**
 * Makes a new key count for the limit of its owner. The list of keys decides nothing by itself: each time,
 * the listed keys are read and those that no longer count are dropped, so expiry, revocation and transfer
 * need not change it.
 *
 * @param advice what to do if the owner has the maximum
 * @returns the write for the transaction that stores the key, whose condition fails if another key of the
 *   owner was counted meanwhile
 * @throws KeyConflictError if the owner has the maximum of active keys
 */
export const countForMember = async (
  reader: TableReader,
  { id, organizationId, ownerId }: Pick<ApiKey, 'id' | 'organizationId' | 'ownerId'>,
  now: string,
  advice: string,
): Promise<WriteOperation> => {
  if (ownerId === null) throw new Error('A key without an owner counts for no member.');
  const key = memberKeysKey(organizationId, ownerId);
  const stored = await reader.get(key, { consistentRead: true });
  const read = stored === undefined ? [] : await readChains(reader, list(stored, KEYS));
  const counted = idsOf(read.filter((item) => item['ownerId'] === ownerId && isCounted(item, now)));
  if (counted.length >= MAX_ACTIVE_KEYS_OF_MEMBER) {
    throw new KeyConflictError(
      `You already have ${MAX_ACTIVE_KEYS_OF_MEMBER} active keys, the maximum. ${advice}`,
    );
  }
  return countIn(key, stored, counted, { id, organizationId });
};

/** The keys that still hold a gateway key or may get one, after some that no longer need theirs lost them. */
const cleanUp = async (store: KeyStore, ids: readonly string[], now: string): Promise<readonly string[]> => {
  await removeOrphanedGatewayKeys(store, await readChains(store.reader, ids), now);
  return idsOf((await readChains(store.reader, ids)).filter((item) => needsGatewayKey(item, now)));
};

/**
 * Makes a new key count for the limit of its organization. The listed keys are read, and cleaned up, only
 * once the list is full.
 *
 * @returns the write for the transaction that stores the key, whose condition fails if another key of the
 *   organization was counted meanwhile
 * @throws KeyConflictError if the organization has the maximum of keys
 */
export const countForOrganization = async (
  store: KeyStore,
  apiKey: Pick<ApiKey, 'id' | 'organizationId'>,
  now: string,
): Promise<WriteOperation> => {
  const key = organizationKeysKey(apiKey.organizationId);
  const stored = await store.reader.get(key, { consistentRead: true });
  const listed: readonly string[] = stored === undefined ? [] : list(stored, KEYS);
  const counted = listed.length < MAX_KEYS_OF_ORGANIZATION ? listed : await cleanUp(store, listed, now);
  if (counted.length < MAX_KEYS_OF_ORGANIZATION) return countIn(key, stored, counted, apiKey);
  throw new KeyConflictError(
    `Your organization already has ${MAX_KEYS_OF_ORGANIZATION} active keys, the maximum. ` +
      'Revoke unused ones first. An app that is being connected counts for 5 minutes.',
  );
};
