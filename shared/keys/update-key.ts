import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { versionOf } from '../table/items/versions.ts';
import type { Item } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import { type ApiKey, stateOf } from './api-key.ts';
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
  /** `null` for never. */
  readonly expiresAt?: ApiKey['expiresAt'] | undefined;
  /** `null` allows any. */
  readonly allowedAddresses?: ApiKey['allowedAddresses'] | undefined;
  /** `null` allows any. */
  readonly importSource?: ApiKey['importSource'] | undefined;
}

/** The changes of one key and their audit entry. */
const writesOf = (
  item: Item,
  changes: Partial<
    Pick<ApiKey, 'name' | 'permissions' | 'plan' | 'expiresAt' | 'allowedAddresses' | 'importSource'>
  >,
  attributes: Readonly<Record<string, unknown>>,
  at: string,
  actor: Actor,
): readonly WriteOperation[] => {
  const key = apiKeyFromItem(item);
  const { id, organizationId, name, permissions, plan, expiresAt, allowedAddresses, importSource } = key;
  const before = { name, permissions, plan, expiresAt, allowedAddresses, importSource };
  const after = { ...before, ...changes };
  const isGrant = after.permissions.some((each) => !permissions.includes(each));
  return [
    changeKey(id, versionOf(item), {
      name: after.name,
      plan: after.plan,
      expiresAt: after.expiresAt,
      permissions: [...after.permissions],
      importSource: after.importSource,
      ...(isGrant && { grantedBy: actor.id }),
      ...(changes.allowedAddresses !== undefined && addressLimits({ ...key, ...after }, item)),
      ...attributes,
    }),
    recordEntry('api_key.updated', { organizationId, at, actor, targetId: id }, { before, after }),
  ];
};

/** An expired key stays so: its gateway key may be gone. */
const requireExpiring = (key: ApiKey, now: string): void => {
  if (key.client !== null) {
    throw new KeyConflictError('A connected app renews itself. Its expiry cannot be changed; revoke it.');
  }
  if (stateOf(key, now) === 'expired') {
    throw new KeyConflictError('The key has expired. Create a new one.');
  }
};

/**
 * Changes the name, permissions, expiry and allowed addresses of a key from the next request on. Another
 * usage plan
 * applies as soon as API Gateway knows the key there, within a minute. The keys that were rotated to this
 * one, and are still in their grace period, change with it: they get plan, addresses and source, lose the
 * permissions that it loses, and end no later than it.
 *
 * @returns the changed key, or `undefined` if the scope has no key with this id
 * @throws KeyConflictError if the key is revoked or rotated, or was modified concurrently; or if the expiry
 * of
 *   an expired key or of a connected app would change
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
  const { allowedAddresses, importSource, expiresAt = key.expiresAt } = changes;
  const at = timestampOf(new Date());
  if (expiresAt !== key.expiresAt) requireExpiring(key, at);
  const bounds = {
    ...(allowedAddresses !== undefined && { allowedAddresses }),
    ...(importSource !== undefined && { importSource }),
  };
  const after = {
    name: changes.name ?? key.name,
    permissions: changes.permissions ?? key.permissions,
    plan: changes.plan ?? key.plan,
    expiresAt,
    ...bounds,
  };
  const { plan } = after;
  const prepared = plan === key.plan ? undefined : await preparePlan(store, found, plan);
  const { item = found, metering } = prepared ?? {};
  const predecessors = await readActivePredecessors(store, item, at);
  const written = await store.writer.transact([
    ...writesOf(item, after, { ...metering }, at, actor),
    ...predecessors.flatMap((each) => {
      const { permissions: held, expiresAt: endsAt } = apiKeyFromItem(each);
      const permissions = held.filter((permission) => after.permissions.includes(permission));
      const isLonger = expiresAt !== null && endsAt !== null && endsAt > expiresAt;
      const isSame =
        plan === key.plan &&
        permissions.length === held.length &&
        Object.keys(bounds).length === 0 &&
        !isLonger;
      const limits = { plan, permissions, ...(isLonger && { expiresAt }), ...bounds };
      return isSame ? [] : writesOf(each, limits, { ...metering }, at, actor);
    }),
  ]);
  if (!written) {
    await prepared?.discard();
    throw concurrentUpdate();
  }
  return { ...key, ...after };
};
