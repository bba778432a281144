import type { Permission } from './permissions.ts';

export const API_KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

/** An API key as the admin API returns it, without the secret. */
export interface ApiKeyView {
  readonly id: string;
  readonly name: string;
  readonly state: ApiKeyState;
  readonly permissions: readonly Permission[];
  /** The name of the usage plan that limits the key. */
  readonly plan: string;
  readonly hint: string;
  /** The user who owns the key; `null` if an operator created it for the organization. */
  readonly ownerId: string | null;
  readonly createdAt: string;
  /** The name of a user or operator. */
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Up to an hour old: see `last-use.ts`. */
  readonly lastUsedAt: string | null;
  /** The id of the key that replaces this one. */
  readonly rotatedTo: string | null;
}
