import { ROLES, type Role, type UserStatus } from '../../contract/users.ts';
import {
  CorruptItemError,
  optionalString,
  requiredBoolean,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { userKey } from '../../table/items/keys.ts';
import type { Item } from '../../table/reader.ts';

/** A user of an organization. The user pool decides who signs in; this is what the organization sees of it. */
export interface User {
  /** The `sub` of the user's tokens. */
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
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
  return { id, email, role, status: statusOf(user), invitedAt, invitedBy, lastSignInAt };
};

/** The item without its version. */
export const userToItem = (user: User): Record<string, unknown> => ({
  ...withoutAbsent({ ...user }),
  ...userKey(user.organizationId, user.id),
});

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
  isDisabled: requiredBoolean(item, 'isDisabled'),
  hasSignedIn: requiredBoolean(item, 'hasSignedIn'),
  invitedAt: requiredString(item, 'invitedAt'),
  invitedBy: optionalString(item, 'invitedBy'),
  lastSignInAt: optionalString(item, 'lastSignInAt'),
});
