import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Item } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { ApiKey } from './api-key.ts';
import { PENDING_SINCE } from './api-key-mapper.ts';
import type { GatewayKeys } from './gateway-keys.ts';
import { KeyConflictError, type KeyStore, usagePlanIdOf } from './key-store.ts';
import { activateKey, discardPendingKey } from './key-writes.ts';
import { countForMember, countForOrganization, type KeyOptions } from './member-limit.ts';
import { meterOf, newGatewayKeyName, type StoredGatewayKeys } from './metering.ts';
import { type CreatedApiKey, type KeySettings, newKey } from './new-key.ts';

export type NewApiKey = Omit<KeySettings, 'createdAt' | 'createdBy' | 'grantedBy'>;

/** A key that is neither metered nor active yet. */
export interface PendingApiKey extends CreatedApiKey {
  readonly item: Item;
}

/**
 * The first step of {@link createKey}: a pending key with the name of its gateway key.
 *
 * @param attributes further ones of its item
 */
export const storePendingKey = async (
  store: KeyStore,
  settings: NewApiKey,
  actor: Actor,
  { isLimited }: KeyOptions,
  attributes: (id: string) => Item = () => ({}),
): Promise<PendingApiKey> => {
  const { plan } = settings;
  const usagePlanId = usagePlanIdOf(store, plan);
  const at = timestampOf(new Date());
  const { apiKey, token, item } = newKey({
    ...settings,
    ...{ createdAt: at, createdBy: actor.name, grantedBy: actor.id },
  });
  const { id } = apiKey;
  const gatewayKey = newGatewayKeyName(id);
  const gatewayKeys = { [gatewayKey]: { plan, usagePlanId, at } } satisfies StoredGatewayKeys;
  const pending = { ...item, ...attributes(id), gatewayKey, gatewayKeys, [PENDING_SINCE]: at };
  await retryLostRaces(async () => {
    const now = timestampOf(new Date());
    const limits = [
      await countForOrganization(store, apiKey, now),
      ...(isLimited ? [await countForMember(store.reader, apiKey, now, 'Revoke one first.')] : []),
    ];
    // The id is new, so an existing item can only be this same write, retried after its response was lost.
    return (await store.writer.transact([{ put: { Item: pending } }, ...limits])) || LOST;
  });
  return { apiKey, token, item: pending };
};

/**
 * The second step of {@link createKey}: the gateway key that a pending key names. Safe to repeat.
 *
 * @returns what to store of it
 */
export const createNamedGatewayKey = async (
  { create }: Pick<GatewayKeys, 'create'>,
  item: Item,
): Promise<StoredGatewayKeys> => {
  const { name, plan, usagePlanId } = meterOf(item, timestampOf(new Date()));
  const id = await create(name, usagePlanId);
  return { [name]: { plan, usagePlanId, id, at: timestampOf(new Date()) } };
};

/** The entry of a new key. */
export const recordCreation = (apiKey: ApiKey, actor: Actor, at = apiKey.createdAt): WriteOperation => {
  const { id, organizationId, client, name, permissions, plan, ownerId } = apiKey;
  const { expiresAt, allowedAddresses, importSource } = apiKey;
  return recordEntry(
    'api_key.created',
    { organizationId, at, actor, targetId: id },
    {
      ...{ name, permissions, plan, ownerId, expiresAt, allowedAddresses, importSource },
      ...(client !== null && { client }),
    },
  );
};

/**
 * Creates a key in an order that survives a crash at any step: first a pending item, which is not accepted
 * and names the gateway key; then the gateway key and its plan; last the activation. A crash leaves an item
 * that `removeOrphanedGatewayKeys` finds. A key is never active without its limits.
 *
 * @throws Error listing the usage plans, if the plan is unknown
 * @throws KeyConflictError if the key is limited and its owner has the maximum of active keys, or the key was
 *   discarded meanwhile
 */
export const createKey = async (
  store: KeyStore,
  settings: NewApiKey,
  actor: Actor,
  options: KeyOptions = { isLimited: false },
): Promise<CreatedApiKey> => {
  const { apiKey, token, item } = await storePendingKey(store, settings, actor, options);
  const { id } = apiKey;
  let gatewayKeys: StoredGatewayKeys;
  try {
    gatewayKeys = await createNamedGatewayKey(store.gatewayKeys, item);
  } catch (error) {
    // It no longer counts for any limit.
    await store.writer.transact([discardPendingKey(id)]).catch(store.onCleanUpFailure);
    throw error;
  }
  const isActivated = await store.writer.transact([
    activateKey(id, { gatewayKeys }),
    ...(options.requireOwner?.(apiKey) ?? []),
    recordCreation(apiKey, actor),
  ]);
  if (isActivated) return { apiKey, token };
  await store.writer.transact([discardPendingKey(id)]).catch(store.onCleanUpFailure);
  throw new KeyConflictError(
    'The new key was discarded: it was interrupted, or your access or role changed. Sign in again, ' +
      'then create it again.',
  );
};
