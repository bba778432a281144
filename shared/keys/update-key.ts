import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { versionOf } from '../table/items/versions.ts';
import type { Item } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import { addressLimits } from './caller-address.ts';
import { preparePlan } from './change-plan.ts';
import { concurrentUpdate, KeyConflictError, type KeyScope, type KeyStore, readKey } from './key-store.ts';
import { changeKey } from './key-writes.ts';
import { readActivePredecessors } from './predecessors.ts';

/** New values; absent ones stay unchanged. */
export interface KeyChanges {
  readonly name?: string | undefined;
  readonly permissions?: ApiKey['permissions'] | undefined;
  /** The name of a usage plan. */
  readonly plan?: string | undefined;
  /** `null` allows any. */
  readonly allowedAddresses?: ApiKey['allowedAddresses'] | undefined;
}

/** The changes of one key and their audit entry. */
const writesOf = (
  item: Item,
  changes: Partial<Pick<ApiKey, 'name' | 'permissions' | 'plan' | 'allowedAddresses'>>,
  attributes: Readonly<Record<string, unknown>>,
  at: string,
  actor: Actor,
): readonly WriteOperation[] => {
  const key = apiKeyFromItem(item);
  const { id, organizationId, name, permissions, plan, allowedAddresses } = key;
  const before = { name, permissions, plan, allowedAddresses };
  const after = { ...before, ...changes };
  const isGrant = after.permissions.some((each) => !permissions.includes(each));
  return [
    changeKey(id, versionOf(item), {
      name: after.name,
      plan: after.plan,
      permissions: [...after.permissions],
      ...(isGrant && { grantedBy: actor.id }),
      ...(changes.allowedAddresses !== undefined && addressLimits({ ...key, ...after }, item)),
      ...attributes,
    }),
    recordEntry('api_key.updated', { organizationId, at, actor, targetId: id }, { before, after }),
  ];
};

/**
 * Changes the name, permissions and allowed addresses of a key from the next request on. Another usage plan
 * applies as soon as API Gateway knows the key there, within a minute. The keys that were rotated to this
 * one, and are still in their grace period, change with it: they get the plan and the addresses, and lose the
 * permissions that it loses.
 *
 * @returns the changed key, or `undefined` if the scope has no key with this id
 * @throws KeyConflictError if the key is revoked or rotated, or was modified concurrently
 * @throws Error listing the usage plans, if the plan is unknown
 */
export const updateKey = async (
  store: KeyStore,
  scope: KeyScope,
  id: string,
  changes: KeyChanges,
  actor: Actor,
): Promise<ApiKey | undefined> => {
  const found = await readKey(store, scope, id);
  if (found === undefined) return undefined;
  const key = apiKeyFromItem(found);
  if (key.revokedAt !== null) throw new KeyConflictError('The key is revoked and can no longer be changed.');
  if (key.rotatedTo !== null) {
    throw new KeyConflictError(
      `The key was rotated and can no longer be changed. Change its successor ${key.rotatedTo}, or ` +
        'revoke the key.',
    );
  }
  const { allowedAddresses } = changes;
  const addresses = allowedAddresses === undefined ? {} : { allowedAddresses };
  const after = {
    name: changes.name ?? key.name,
    permissions: changes.permissions ?? key.permissions,
    plan: changes.plan ?? key.plan,
    ...addresses,
  };
  const { plan } = after;
  const prepared = plan === key.plan ? undefined : await preparePlan(store, found, plan);
  const { item = found, metering } = prepared ?? {};
  const at = timestampOf(new Date());
  const predecessors = await readActivePredecessors(store, item, at);
  const written = await store.writer.transact([
    ...writesOf(item, after, { ...metering }, at, actor),
    ...predecessors.flatMap((each) => {
      const { permissions: held } = apiKeyFromItem(each);
      const permissions = held.filter((permission) => after.permissions.includes(permission));
      const isSame =
        plan === key.plan && permissions.length === held.length && allowedAddresses === undefined;
      return isSame ? [] : writesOf(each, { plan, permissions, ...addresses }, { ...metering }, at, actor);
    }),
  ]);
  if (!written) {
    await prepared?.discard();
    throw concurrentUpdate();
  }
  return { ...key, ...after };
};
