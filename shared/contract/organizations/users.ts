/** The roles of users, which are groups of the user pool. Users in no group are members. */
export const ROLES = ['admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

/**
 * The user pool attribute with the organization that first invited the user. It is immutable, and not
 * writable by users. The claim of the same name is the organization that the token is for.
 */
export const ORGANIZATION_ATTRIBUTE = 'organization_id';

/**
 * The user pool attribute with the role that an identity provider assigned at the last sign-in. Only the user
 * pool's trigger sets it to what counts: users of a provider cannot change their attributes, and it means
 * nothing for others.
 */
export const PROVIDER_ROLE_ATTRIBUTE = 'provider_role';

/** The claim with the name of the identity provider; users with a password have none. */
export const PROVIDER_CLAIM = 'identity_provider';

/** The claim that says why a token names no organization. */
export const REFUSAL_CLAIM = 'refusal';

/**
 * `no-group`: the user is in no group of the identity provider with a role. `no-provider`: the provider is no
 * longer configured. `no-membership`: the user is disabled in all of several organizations.
 * `no-organization`: the provider's organization does not exist. `provider-off`: its admins have not switched
 * the provider on, so the sign-in is a test.
 */
export type Refusal = 'no-group' | 'no-provider' | 'no-membership' | 'no-organization' | 'provider-off';

/** `invited`: has not signed in yet. */
export const USER_STATUSES = ['invited', 'active', 'disabled'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * What becomes of a connected app or an API key whose owner is disabled, removed or no longer an admin.
 * `transfer`: it stays active and belongs to the admin who makes the change.
 */
export const GRANT_ENDS = ['revoke', 'transfer'] as const;

export type GrantEnd = (typeof GRANT_ENDS)[number];

/**
 * The maximum length of an invited user's email, which is the username
 * (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html).
 */
export const MAX_INVITED_EMAIL_LENGTH = 128;

/** The maximum length of an organization's name, in UTF-16 code units. */
export const MAX_ORGANIZATION_NAME_LENGTH = 200;
