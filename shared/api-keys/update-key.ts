import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { versionOf } from '../table/items/versions.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import { preparePlan } from './change-plan.ts';
import { concurrentUpdate, KeyConflictError, type KeyScope, type KeyStore, readKey } from './key-store.ts';
import { changeKey } from './key-writes.ts';

/** New values; absent ones stay unchanged. */
export interface KeyChanges {
  readonly name?: string | undefined;
  readonly permissions?: ApiKey['permissions'] | undefined;
  /** The name of a usage plan. */
  readonly plan?: string | undefined;
}

/**
 * Changes the name, permissions or usage plan of a key from the next request on.
 *
 * @returns the changed key, or `undefined` if the scope has no key with this id
 * @throws KeyConflictError if the key is revoked or was modified concurrently
 * @throws Error listing the usage plans, if the plan is unknown
 */
export const updateKey = async (
  store: KeyStore,
  scope: KeyScope,
  id: string,
  changes: KeyChanges,
  actor: Actor,
): Promise<ApiKey | undefined> => {
  const item = await readKey(store, scope, id);
  if (item === undefined) return undefined;
  const key = apiKeyFromItem(item);
  if (key.revokedAt !== null) throw new KeyConflictError('The key is revoked and can no longer be changed.');
  const before = { name: key.name, permissions: key.permissions, plan: key.plan };
  const after = {
    name: changes.name ?? before.name,
    permissions: changes.permissions ?? before.permissions,
    plan: changes.plan ?? before.plan,
  };
  const plan = after.plan === before.plan ? undefined : await preparePlan(store, item, after.plan);
  const at = timestampOf(new Date());
  const update = changeKey(id, versionOf(item), {
    name: after.name,
    permissions: [...after.permissions],
    ...plan?.attributes,
  });
  const entry = recordEntry({
    organizationId: key.organizationId,
    at,
    actor,
    action: 'api_key.updated',
    targetId: id,
    details: { before, after },
  });
  if (!(await store.writer.transact([update, entry]))) {
    await plan?.discard();
    throw concurrentUpdate();
  }
  await plan?.settle();
  return { ...key, ...after };
};
