/** The orders of keys in the admin API. */
export const API_KEY_ORDERS = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  '-lastUsedAt',
  'lastUsedAt',
  'expiresAt',
  '-expiresAt',
] as const;

/** The orders of keys with their usage in the admin API. */
export const USAGE_ORDERS = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  '-requests',
  'requests',
  '-succeeded',
  'succeeded',
  '-refused',
  'refused',
  '-failed',
  'failed',
] as const;

/** The orders of users in the admin API. */
export const USER_ORDERS = [
  'email',
  '-email',
  '-lastSignInAt',
  'lastSignInAt',
  '-invitedAt',
  'invitedAt',
] as const;

/** The longest text to search for. */
export const MAX_SEARCH_LENGTH = 100;
