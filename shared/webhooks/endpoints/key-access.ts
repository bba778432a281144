import type { ApiKey } from '../../api-keys/api-key.ts';
import type { KeyScope, KeyStore } from '../../api-keys/key-store.ts';
import { revokeKey } from '../../api-keys/revoke-key.ts';
import { type KeyChanges, updateKey } from '../../api-keys/update-key.ts';
import type { Actor } from '../../audit-log/audit-entry.ts';
import { missingToSubscribe } from '../../contract/event-permissions.ts';
import { disableEndpointsOfKey } from './disable-endpoints-of-key.ts';

/**
 * Revokes a key as {@link revokeKey} does, and disables the webhook endpoints that it or its predecessors created. If this
 * throws, repeat it: the key may be revoked already.
 */
export const revokeKeyAndEndpoints = (
  store: KeyStore,
  scope: KeyScope,
  id: string,
  actor: Actor,
): Promise<ApiKey | undefined> => {
  const { organizationId } = scope;
  const lost = { organizationId, keyId: id, reason: 'key_revoked', isLost: () => true } as const;
  return revokeKey(store, scope, id, actor, () => disableEndpointsOfKey(store, lost, actor));
};

/**
 * Changes a key as {@link updateKey} does, and disables the webhook endpoints that it or its predecessors created with events
 * that it may no longer read. If this throws, repeat it: the key may be changed already.
 */
export const updateKeyAndEndpoints = async (
  store: KeyStore,
  scope: KeyScope,
  id: string,
  changes: KeyChanges,
  actor: Actor,
): Promise<ApiKey | undefined> => {
  const updated = await updateKey(store, scope, id, changes, actor);
  if (updated === undefined || changes.permissions === undefined) return updated;
  const permissions = new Set(updated.permissions);
  const { organizationId } = scope;
  const lost = {
    organizationId,
    keyId: id,
    reason: 'key_permission_removed',
    isLost: ({ events }: { readonly events: readonly string[] }) =>
      missingToSubscribe(events, permissions).length > 0,
  } as const;
  await disableEndpointsOfKey(store, lost, actor);
  return updated;
};
