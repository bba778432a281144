import type { TableReader } from '../../table/reader.ts';
import type { User } from './user.ts';
import { readUsers } from './user-repository.ts';

export interface UserPage {
  /** By email. */
  readonly users: readonly User[];
  /** The position of the last user, if more follow. */
  readonly next?: string;
}

/** Emails are unique within a pool, and the id makes the position unique whatever a client forges. */
const positionOf = ({ email, id }: User): string => `${email} ${id}`;

/**
 * The inverse of a position: any text, since pages compare it and never pass it to DynamoDB.
 *
 * @returns `undefined` for a text that no page ends with
 */
export const userPosition = (text: string): string | undefined => (text.includes(' ') ? text : undefined);

/** @param page.position where the previous page ended */
export const listUsers = async (
  reader: TableReader,
  organizationId: string,
  { limit, position }: { readonly limit: number; readonly position?: string | undefined },
): Promise<UserPage> => {
  const all = (await readUsers(reader, organizationId))
    .map(({ user }) => ({ user, position: positionOf(user) }))
    .filter((each) => position === undefined || each.position > position)
    .toSorted((one, other) => (one.position < other.position ? -1 : 1));
  const page = all.slice(0, limit);
  const last = page.at(-1);
  const users = page.map(({ user }) => user);
  return all.length > limit && last !== undefined ? { users, next: last.position } : { users };
};
