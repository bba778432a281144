/** What a signed-in user may be: the groups of the user pool. Who is in none is a member. */
export const ROLES = ['admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

/**
 * The custom attribute of the user pool that says which organization a user belongs to. It is set when the user is
 * made and never changed, and no user may write it.
 */
export const ORGANIZATION_ATTRIBUTE = 'organization_id';
