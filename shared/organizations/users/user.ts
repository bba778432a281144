import { ROLES, type Role, type UserStatus } from '../../contract/organizations/users.ts';
import {
  CorruptItemError,
  optionalString,
  requiredBoolean,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { userKey } from '../../table/items/keys.ts';
import type { Item } from '../../table/reader.ts';

/** The identity provider of a user. */
export interface IdentityProviderOfUser {
  readonly name: string;
  /** The name of the user in the user pool, which finds users of a provider by nothing else. */
  readonly username: string;
}

/**
 * A user of an organization. The user pool decides who signs in; this is what the organization sees of it.
 */
export interface User {
  /** The `sub` of the user's tokens. */
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
  /** Who authenticates the user and decides the role; `null` for a user with a password. */
  readonly identityProvider: IdentityProviderOfUser | null;
  readonly isDisabled: boolean;
  readonly hasSignedIn: boolean;
  readonly invitedAt: string;
  /** The name of a user or operator; `null` if unknown. */
  readonly invitedBy: string | null;
  /** `null` if unknown, or never. */
  readonly lastSignInAt: string | null;
}

export const statusOf = ({ isDisabled, hasSignedIn }: User): UserStatus => {
  if (isDisabled) return 'disabled';
  return hasSignedIn ? 'active' : 'invited';
};

/** A user as the admin API returns it. */
export const viewOfUser = (user: User) => {
  const { id, email, role, invitedAt, invitedBy, lastSignInAt } = user;
  const identityProvider = user.identityProvider?.name ?? null;
  return { id, email, role, status: statusOf(user), identityProvider, invitedAt, invitedBy, lastSignInAt };
};

/** The item without its version. */
export const userToItem = ({ identityProvider, ...user }: User): Record<string, unknown> => ({
  ...withoutAbsent({
    ...user,
    identityProvider: identityProvider?.name ?? null,
    username: identityProvider?.username ?? null,
  }),
  ...userKey(user.organizationId, user.id),
});

const identityProviderOf = (item: Item): IdentityProviderOfUser | null => {
  const name = optionalString(item, 'identityProvider');
  return name === null ? null : { name, username: requiredString(item, 'username') };
};

const roleOf = (item: Item): Role => {
  const role = ROLES.find((each) => each === item['role']);
  if (role === undefined) throw new CorruptItemError(item, 'role', 'role');
  return role;
};

export const userFromItem = (item: Item): User => ({
  id: requiredString(item, 'id'),
  organizationId: requiredString(item, 'organizationId'),
  email: requiredString(item, 'email'),
  role: roleOf(item),
  identityProvider: identityProviderOf(item),
  isDisabled: requiredBoolean(item, 'isDisabled'),
  hasSignedIn: requiredBoolean(item, 'hasSignedIn'),
  invitedAt: requiredString(item, 'invitedAt'),
  invitedBy: optionalString(item, 'invitedBy'),
  lastSignInAt: optionalString(item, 'lastSignInAt'),
});
