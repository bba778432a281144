import type { Role } from '../../contract/users.ts';
import type { Table } from '../../table/table.ts';
import type { User } from './user.ts';
import { putUser, readUser } from './user-repository.ts';

/** A user, as a verified token describes it. */
export interface SignedInUser {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
  /** A timestamp in the stored form. */
  readonly signedInAt: string;
}

/** A user whom an earlier version of the service invited. */
const newUser = ({ id, organizationId, email, role, signedInAt }: SignedInUser): User => ({
  id,
  organizationId,
  email,
  role,
  isDisabled: false,
  hasSignedIn: true,
  invitedAt: signedInAt,
  invitedBy: null,
  lastSignInAt: signedInAt,
});

/**
 * Notes a sign-in, unless a later one is known, and the email, which users can change. Stores a user who is not
 * stored yet. A concurrent change wins: the next call notes the sign-in.
 *
 * @returns the user
 */
export const noteSignIn = async ({ reader, writer }: Table, signedIn: SignedInUser): Promise<User> => {
  const { id, organizationId, email, signedInAt } = signedIn;
  const stored = await readUser(reader, organizationId, id);
  const before = stored?.user;
  const isLater = before === undefined || (before.lastSignInAt ?? '') < signedInAt;
  if (before !== undefined && (!isLater || before.isDisabled)) return before;
  const user =
    before === undefined
      ? newUser(signedIn)
      : { ...before, email, hasSignedIn: true, lastSignInAt: signedInAt };
  await writer.transact([putUser(user, stored?.version)]);
  return user;
};
