/** The maximum length of a key's name, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 100;

/** The maximum grace period of a rotated key. */
export const MAX_GRACE_SECONDS = 30 * 86_400;

/** The maximum number of address ranges from which a key may be used. */
export const MAX_ALLOWED_ADDRESSES = 20;

/** The usage plan of a key created without one. */
export const DEFAULT_PLAN = 'standard';

/** An API key, and the connected app of an OAuth client. */
export const API_KEY_KINDS = ['key', 'app'] as const;

/** The states of a key. */
export const API_KEY_STATES = ['active', 'expired', 'revoked'] as const;
