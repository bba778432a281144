/** The roles of users, which are groups of the user pool. Users in no group are members. */
export const ROLES = ['admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

/**
 * The user pool attribute with the user's organization. It is set on creation, immutable, and not writable by
 * users.
 */
export const ORGANIZATION_ATTRIBUTE = 'organization_id';

/** `invited`: has not signed in yet. */
export const USER_STATUSES = ['invited', 'active', 'disabled'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

/** RFC 5321, section 4.5.3.1.3: a path is at most 256 octets, two of which are its angle brackets. */
export const MAX_USER_EMAIL_LENGTH = 254;

/** The maximum length of an organization's name, in UTF-16 code units. */
export const MAX_ORGANIZATION_NAME_LENGTH = 200;
