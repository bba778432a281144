import type { Actor } from '../../../shared/audit-log/audit-entry.ts';
import type { Role } from '../../../shared/contract/users.ts';
import { UserExistsError } from '../../../shared/organizations/user-directory.ts';
import { UsageError } from '../support/usage-error.ts';
import { temporaryPassword } from './options.ts';
import type { ConnectedOrganizations } from './organization-manager.ts';

export interface InvitedPerson {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  /** Only where it is not mailed, and the user is new. */
  readonly temporaryPassword: string | null;
}

export interface InvitationOptions {
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
  readonly showsPassword: boolean;
}

/** Throws a UsageError where the address belongs to a user of another organization. */
export const inviteUser = async (
  { manager, canMail }: ConnectedOrganizations,
  { showsPassword, ...invitation }: InvitationOptions,
  actor: Actor,
): Promise<InvitedPerson> => {
  const password = showsPassword || !canMail ? temporaryPassword() : undefined;
  const toSend = password === undefined ? invitation : { ...invitation, temporaryPassword: password };
  try {
    const { userId, existed } = await manager.invite(toSend, actor);
    const { email, role } = invitation;
    return { userId, email, role, temporaryPassword: existed ? null : (password ?? null) };
  } catch (error) {
    if (error instanceof UserExistsError) throw new UsageError(error.message);
    throw error;
  }
};

/** What an operator has to tell the user, if anything. */
export const howToSignIn = (
  { email, role, temporaryPassword: password }: InvitedPerson,
  { canMail }: ConnectedOrganizations,
): string => {
  if (password !== null) return `${email} (${role}) signs in with the temporary password ${password}`;
  return canMail
    ? `${email} (${role}) gets a message with a temporary password, unless invited before.`
    : `${email} (${role}) was there before: the password stays as it was.`;
};
