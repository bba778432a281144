import type { Actor } from '../../audit-log/audit-entry.ts';
import { missingToSubscribe, showContactDetails } from '../../contract/events/event-permissions.ts';
import { CONTACT_PERMISSION } from '../../contract/keys/permissions.ts';
import type { ApiKey } from '../../keys/api-key.ts';
import type { KeyScope, KeyStore } from '../../keys/key-store.ts';
import { type RevokedKey, revokeKey } from '../../keys/revoke-key.ts';
import { type KeyChanges, updateKey } from '../../keys/update-key.ts';
import type { Table } from '../../table/table.ts';
import type { LostAccess } from './disable-endpoints-of-key.ts';

/** Loads what disables endpoints: most requests of the function that manages keys do not. */
const disableEndpoints = async (store: Table, lost: LostAccess, actor: Actor): Promise<void> => {
  const { disableEndpointsOfKey } = await import('./disable-endpoints-of-key.ts');
  await disableEndpointsOfKey(store, lost, actor);
};

export interface RevokeOptions {
  readonly actor: Actor;
  /** Whether the keys that were rotated to it are revoked, too. */
  readonly withPredecessors: boolean;
}

/**
 * Revokes a key as {@link revokeKey} does, and disables the webhook endpoints that it or its predecessors
 * created. If this throws, repeat it: the key may be revoked already.
 */
export const revokeKeyAndEndpoints = async (
  store: KeyStore,
  scope: KeyScope,
  id: string,
  options: RevokeOptions,
): Promise<RevokedKey | undefined> => {
  const { organizationId } = scope;
  const { actor, withPredecessors } = options;
  const lost = { organizationId, keyId: id, reason: 'key_revoked', isLost: () => true } as const;
  const revoked = await revokeKey(store, scope, id, actor, () => disableEndpoints(store, lost, actor));
  if (revoked === undefined || !withPredecessors) return revoked;
  for (const predecessor of revoked.activePredecessors) {
    await revokeKeyAndEndpoints(store, scope, predecessor.id, { actor, withPredecessors: false });
  }
  return { ...revoked, activePredecessors: [] };
};

/**
 * Changes a key as {@link updateKey} does, and disables the webhook endpoints that it or its predecessors
 * created and that send what it may no longer read. An endpoint is not reduced to events without contact
 * details: its receiver would take them for deleted. If this throws, repeat it: the key may be changed
 * already.
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
    isLost: ({ eventTypes, includesContactDetails }) =>
      missingToSubscribe(eventTypes, permissions).length > 0 ||
      (includesContactDetails && !permissions.has(CONTACT_PERMISSION) && showContactDetails(eventTypes)),
  } as const satisfies LostAccess;
  await disableEndpoints(store, lost, actor);
  return updated;
};
