import { randomBytes } from 'node:crypto';
import { ROLES, type Role } from '../../../shared/contract/users.ts';
import { MAX_ORGANIZATION_NAME_LENGTH } from '../../../shared/organizations/organization.ts';
import { UsageError } from '../support/usage-error.ts';

/** RFC 5321, section 4.5.3.1.3: a path is at most 256 octets, two of which are its angle brackets. */
const MAX_EMAIL_LENGTH = 254;

export const emailFlag =
  (flag: string) =>
  (value = ''): string => {
    const email = value.trim();
    // Rejects only what cannot be an email; the invitation proves the rest.
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > MAX_EMAIL_LENGTH) {
      throw new UsageError(`${flag} EMAIL must be an email address, such as ada@acme.example.`);
    }
    return email.toLowerCase();
  };

export const organizationNameOf = (value = ''): string => {
  const name = value.trim();
  if (name === '' || name.length > MAX_ORGANIZATION_NAME_LENGTH || /\p{Cc}/u.test(name)) {
    throw new UsageError(
      `--name NAME must have 1 to ${MAX_ORGANIZATION_NAME_LENGTH} characters and must not be blank.`,
    );
  }
  return name;
};

export const roleOf = (value = 'member'): Role => {
  const role = ROLES.find((each) => each === value);
  if (role === undefined) throw new UsageError(`--role must be one of: ${ROLES.join(', ')}.`);
  return role;
};

/** Random, with a character of each class of the password policy. */
export const temporaryPassword = (): string => `${randomBytes(12).toString('base64url')}aA1!`;
