import type { Permission } from '../contract/permissions.ts';

/** What is stored of an API key, and shown to those who manage it; never the secret itself. */
export interface ApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** The name of the usage plan that limits the key. */
  readonly plan: string;
  readonly hint: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export type ApiKeyState = 'active' | 'expired' | 'revoked';

/** @param now the time to judge at, as a timestamp in the stored form */
export const stateOf = (key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: string): ApiKeyState => {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
};

/** The longest name of a key, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 100;
