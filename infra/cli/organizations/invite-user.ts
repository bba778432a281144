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
  /** Set for a new user whose password is not mailed. */
  readonly temporaryPassword: string | null;
}

export interface InvitationOptions {
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
  readonly showsPassword: boolean;
}

/** Throws a UsageError if the email belongs to a user of another organization. */
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

/** Sign-in instructions for the operator. */
export const howToSignIn = (
  { email, role, temporaryPassword: password }: InvitedPerson,
  { canMail }: ConnectedOrganizations,
): string => {
  if (password !== null) return `${email} (${role}) signs in with the temporary password ${password}`;
  return canMail
    ? `${email} (${role}) receives a temporary password by email, unless already invited.`
    : `${email} (${role}) already exists; the password is unchanged.`;
};
