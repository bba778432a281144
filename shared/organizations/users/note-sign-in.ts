import { recordEntry } from '../../audit-log/audit-entry.ts';
import type { Role } from '../../contract/organizations/users.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import type { User } from './user.ts';
import { putUser, readUser } from './user-repository.ts';

/** A user, as a verified token describes it. */
export interface SignedInUser {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
  /** @default none: a user with a password */
  readonly identityProvider?: User['identityProvider'];
  /** The address of the request; `null` if unknown. @default null */
  readonly from?: string | null | undefined;
  /** A timestamp in the stored form. */
  readonly signedInAt: string;
}

/** A user of an identity provider, at the first sign-in. */
const newUser = ({ id, organizationId, email, role, identityProvider, signedInAt }: SignedInUser): User => ({
  id,
  organizationId,
  email,
  role,
  identityProvider: identityProvider ?? null,
  isDisabled: false,
  hasSignedIn: true,
  invitedAt: signedInAt,
  invitedBy: null,
  lastSignInAt: signedInAt,
});

/** What an identity provider changed, for the audit log. */
const providerEntries = (
  { from = null }: SignedInUser,
  before: User | undefined,
  after: User,
): readonly WriteOperation[] => {
  const { id, organizationId, email, role, identityProvider } = after;
  if (identityProvider === null || before?.role === role) return [];
  const details = { email, identityProvider: identityProvider.name };
  const at = after.lastSignInAt ?? after.invitedAt;
  const subject = { organizationId, at, actor: { id, name: email, from }, targetId: id };
  return [
    before === undefined
      ? recordEntry('user.joined', subject, { ...details, role })
      : recordEntry('user.updated', subject, { ...details, before: { role: before.role }, after: { role } }),
  ];
};

/**
 * Notes a sign-in, unless a later one is known, and the email, which users can change. Also notes the role
 * that an identity provider assigned. Stores a user who is not stored yet. A concurrent change wins: the next
 * call notes the sign-in.
 *
 * @returns the user
 */
export const noteSignIn = async ({ reader, writer }: Table, signedIn: SignedInUser): Promise<User> => {
  const { id, organizationId, email, role, identityProvider, signedInAt } = signedIn;
  const stored = await readUser(reader, organizationId, id);
  const before = stored?.user;
  const isLater = before === undefined || (before.lastSignInAt ?? '') < signedInAt;
  if (before !== undefined && (!isLater || before.isDisabled)) return before;
  const user =
    before === undefined
      ? newUser(signedIn)
      : {
          ...before,
          email,
          ...(identityProvider ? { identityProvider, role } : {}),
          hasSignedIn: true,
          // A user who is invited while signed in to another organization signed in before the invitation.
          lastSignInAt: signedInAt < before.invitedAt ? before.invitedAt : signedInAt,
        };
  await writer.transact([putUser(user, stored?.version), ...providerEntries(signedIn, before, user)]);
  return user;
};
