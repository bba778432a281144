import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { apiKeyKey } from '../table/keys.ts';
import { versionOf } from '../table/versions.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import { preparePlan } from './change-plan.ts';
import { changedMeanwhile, KeyConflictError, type KeyScope, type KeyStore, readKey } from './key-store.ts';

/** What can be changed of a key; what is absent stays. */
export interface KeyChanges {
  readonly name?: string | undefined;
  readonly permissions?: ApiKey['permissions'] | undefined;
  /** The name of a usage plan. */
  readonly plan?: string | undefined;
}

/** Sets attributes of a key that is still as it was read. */
const change = (
  id: string,
  version: number | undefined,
  attributes: Readonly<Record<string, unknown>>,
): WriteOperation => {
  const names = Object.keys(attributes);
  return {
    update: {
      Key: { ...apiKeyKey(id) },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')} ADD version :one`,
      ConditionExpression: 'version = :read',
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
        ':one': 1,
        ':read': version,
      },
    },
  };
};

/**
 * Renames a key, or gives it other permissions or another usage plan, from the next request on.
 *
 * @returns the key as it is now, or `undefined` if there is none with this id in the scope
 * @throws KeyConflictError if the key is revoked, or was changed by somebody else at the same moment
 * @throws Error listing the usage plans, for one that there is not
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
  const update = change(id, versionOf(item), {
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
    throw changedMeanwhile();
  }
  await plan?.settle();
  return { ...key, ...after };
};
