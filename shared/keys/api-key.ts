import type { ApiKeyState, ApiKeyView } from '../contract/keys/api-key-view.ts';

/** An API key as stored, without its hash. */
export interface ApiKey extends Omit<ApiKeyView, 'state' | 'kind'> {
  readonly organizationId: string;
}

/** Whether its permissions are the grant of its owner, and of no other admin. */
export const isGrantedByOwner = ({
  permissions,
  ownerId,
  grantedBy,
}: Pick<ApiKey, 'permissions' | 'ownerId' | 'grantedBy'>): boolean =>
  permissions.length > 0 && (grantedBy ?? ownerId) === ownerId;

/** @param now as a timestamp in the stored form */
export const stateOf = (key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: string): ApiKeyState => {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
};

/** Lists each field, so that the order is the same wherever the key came from. */
export const viewOf = (key: ApiKey, now: string): ApiKeyView => ({
  id: key.id,
  name: key.name,
  kind: key.client === null ? 'key' : 'app',
  client: key.client,
  state: stateOf(key, now),
  permissions: key.permissions,
  plan: key.plan,
  allowedAddresses: key.allowedAddresses,
  importSource: key.importSource,
  hint: key.hint,
  ownerId: key.ownerId,
  grantedBy: key.grantedBy,
  createdAt: key.createdAt,
  createdBy: key.createdBy,
  expiresAt: key.expiresAt,
  revokedAt: key.revokedAt,
  lastUsedAt: key.lastUsedAt,
  rotatedTo: key.rotatedTo,
});
