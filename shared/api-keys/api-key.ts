import type { Permission } from '../contract/permissions.ts';

/** What is stored of an API key; never the secret itself. */
export interface ApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** The name of the usage plan that limits the key. */
  readonly plan: string;
  readonly hint: string;
  /** The user whose key it is; null for one that an operator made for the organization. */
  readonly ownerId: string | null;
  readonly createdAt: string;
  /** The name of who made it. */
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Coarse: see `last-use.ts`. */
  readonly lastUsedAt: string | null;
  /** The id of the key that was made in place of this one. */
  readonly rotatedTo: string | null;
}

export type ApiKeyState = 'active' | 'expired' | 'revoked';

/** @param now the time to judge at, as a timestamp in the stored form */
export const stateOf = (key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: string): ApiKeyState => {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
};

/** A key as it is shown to those who manage it. */
export type ApiKeyView = Omit<ApiKey, 'organizationId'> & { readonly state: ApiKeyState };

/** Written out field by field, so that it looks the same wherever the key came from. */
export const viewOf = (key: ApiKey, now: string): ApiKeyView => ({
  id: key.id,
  name: key.name,
  state: stateOf(key, now),
  permissions: key.permissions,
  plan: key.plan,
  hint: key.hint,
  ownerId: key.ownerId,
  createdAt: key.createdAt,
  createdBy: key.createdBy,
  expiresAt: key.expiresAt,
  revokedAt: key.revokedAt,
  lastUsedAt: key.lastUsedAt,
  rotatedTo: key.rotatedTo,
});
