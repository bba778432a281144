import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { apiKeyKey } from '../table/keys.ts';
import { versionOf } from '../table/versions.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import { KeyConflictError, type KeyStore, readKey } from './key-store.ts';

/** What can be changed of a key; what is absent stays. */
export interface KeyChanges {
  readonly name?: string;
  readonly permissions?: ApiKey['permissions'];
}

/**
 * Renames a key or gives it other permissions, from the next request on.
 *
 * @returns the key as it is now, or `undefined` if the organization has none with this id
 * @throws KeyConflictError if the key is revoked, or was changed by somebody else at the same moment
 */
export const updateKey = async (
  store: KeyStore,
  organizationId: string,
  id: string,
  changes: KeyChanges,
  actor: Actor,
): Promise<ApiKey | undefined> => {
  const item = await readKey(store, organizationId, id);
  if (item === undefined) return undefined;
  const before = apiKeyFromItem(item);
  if (before.revokedAt !== null) throw new KeyConflictError('The key is revoked.');
  const { name = before.name, permissions = before.permissions } = changes;
  const at = timestampOf(new Date());
  const update = {
    update: {
      Key: { ...apiKeyKey(id) },
      UpdateExpression: 'SET #name = :name, #permissions = :permissions ADD version :one',
      ConditionExpression: 'version = :read',
      ExpressionAttributeNames: { '#name': 'name', '#permissions': 'permissions' },
      ExpressionAttributeValues: {
        ':name': name,
        ':permissions': [...permissions],
        ':one': 1,
        ':read': versionOf(item),
      },
    },
  };
  const details = {
    before: { name: before.name, permissions: before.permissions },
    after: { name, permissions },
  };
  const entry = recordEntry({ organizationId, at, actor, action: 'api_key.updated', targetId: id, details });
  if (!(await store.writer.transact([update, entry]))) {
    throw new KeyConflictError('Somebody else changed the key at the same moment: look at it and try again.');
  }
  return { ...before, name, permissions };
};
