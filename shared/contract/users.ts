/** The roles of users, which are groups of the user pool. Users in no group are members. */
export const ROLES = ['admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

/**
 * The user pool attribute with the user's organization. It is set on creation, immutable, and not writable by
 * users.
 */
export const ORGANIZATION_ATTRIBUTE = 'organization_id';
