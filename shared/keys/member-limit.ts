import { list, optionalString } from '../table/items/attributes.ts';
import { apiKeyKey, memberKeysKey, organizationKeysKey, type TableKey } from '../table/items/keys.ts';
import { nextVersion, unchangedSince, versionOf } from '../table/items/versions.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import { type ApiKey, stateOf } from './api-key.ts';
import { apiKeyFromItem, isInterrupted, isPending } from './api-key-mapper.ts';
import { KeyConflictError } from './key-store.ts';

/**
 * Active and pending keys per organization. An AWS account holds 10,000 gateway keys for all organizations, and a
 * chain of rotations shares one.
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
}

/** The attribute with the ids of the keys that a member created. Keys that an admin created do not count. */
const KEYS = 'keys';

/** Whether a key is active, or may become so. */
const isCounted = (item: Item, now: string): boolean =>
  isPending(item) ? !isInterrupted(item, now) : stateOf(apiKeyFromItem(item), now) === 'active';

/** Which of these keys, and of the keys they were rotated to, count. */
const readCounted = async (
  reader: TableReader,
  ids: readonly string[],
  now: string,
): Promise<readonly string[]> => {
  const known = new Set(ids);
  const counted: string[] = [];
  for (let open = [...known]; open.length > 0; ) {
    const items = await reader.getMany(
      open.map((id) => apiKeyKey(id)),
      { consistentRead: true },
    );
    counted.push(...items.filter((item) => isCounted(item, now)).map(({ id }) => String(id)));
    const successors = items.flatMap((item) => optionalString(item, 'rotatedTo') ?? []);
    open = successors.filter((id) => !known.has(id));
    for (const id of open) known.add(id);
  }
  return counted;
};

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
 * the listed keys are read and those that no longer count are dropped, so expiry and revocation need not
 * change it.
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
  const counted = stored === undefined ? [] : await readCounted(reader, list(stored, KEYS), now);
  if (counted.length >= MAX_ACTIVE_KEYS_OF_MEMBER) {
    throw new KeyConflictError(
      `You already have ${MAX_ACTIVE_KEYS_OF_MEMBER} active keys, the maximum. ${advice}`,
    );
  }
  return countIn(key, stored, counted, { id, organizationId });
};

/**
 * Makes a new key count for the limit of its organization. As long as the list is short, its keys are not read:
 * those that no longer count are dropped once it is full.
 *
 * @returns the write for the transaction that stores the key, whose condition fails if another key of the
 *   organization was counted meanwhile
 * @throws KeyConflictError if the organization has the maximum of active and pending keys
 */
export const countForOrganization = async (
  reader: TableReader,
  apiKey: Pick<ApiKey, 'id' | 'organizationId'>,
  now: string,
): Promise<WriteOperation> => {
  const key = organizationKeysKey(apiKey.organizationId);
  const stored = await reader.get(key, { consistentRead: true });
  const listed: readonly string[] = stored === undefined ? [] : list(stored, KEYS);
  const counted = listed.length < MAX_KEYS_OF_ORGANIZATION ? listed : await readCounted(reader, listed, now);
  if (counted.length < MAX_KEYS_OF_ORGANIZATION) return countIn(key, stored, counted, apiKey);
  throw new KeyConflictError(
    `Your organization already has ${MAX_KEYS_OF_ORGANIZATION} active keys, the maximum. Revoke unused ones first. Apps that are being connected count for 15 minutes.`,
  );
};
