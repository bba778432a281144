import type { Role, UserStatus } from '../../contract/organizations/users.ts';
import type { USER_ORDERS } from '../../contract/records/list-orders.ts';
import { nameText } from '../../domain/values/name-text.ts';
import { type SortedPage, sortedPage } from '../../table/paging/sorted-page.ts';
import type { TableReader } from '../../table/reader.ts';
import { statusOf, type User } from './user.ts';
import { readUsers } from './user-repository.ts';

export interface UserSearch {
  /** Part of the email, or the id. @default any */
  readonly search?: string | undefined;
  readonly role?: Role | undefined;
  /** Empty for any. */
  readonly statuses?: ReadonlySet<UserStatus>;
  readonly order?: (typeof USER_ORDERS)[number];
  readonly limit: number;
  /** The end of the previous page. */
  readonly position?: string | undefined;
}

const valueIn = (order: string, user: User): string => {
  switch (order.replace('-', '')) {
    case 'lastSignInAt':
      return user.lastSignInAt ?? '';
    case 'invitedAt':
      return user.invitedAt;
    default:
      return nameText(user.email);
  }
};

/**
 * A page of the users of an organization, filtered and ordered, disabled ones included. Reads all of them.
 */
export const listUsers = async (
  reader: TableReader,
  organizationId: string,
  { search, role, statuses = new Set(), order = 'email', limit, position }: UserSearch,
): Promise<SortedPage<User>> => {
  const text = nameText(search ?? '');
  const users = (await readUsers(reader, organizationId))
    .map(({ user }) => user)
    .filter((user) => role === undefined || user.role === role)
    .filter((user) => statuses.size === 0 || statuses.has(statusOf(user)))
    .filter(({ email, id }) => nameText(email).includes(text) || id === text);
  const keyOf = (user: User): string => valueIn(order, user);
  return sortedPage(users, { keyOf, isDescending: order.startsWith('-'), limit, position });
};
