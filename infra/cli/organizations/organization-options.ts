import { randomBytes } from 'node:crypto';
import {
  MAX_ORGANIZATION_NAME_LENGTH,
  MAX_USER_EMAIL_LENGTH,
  ROLES,
  type Role,
} from '../../../shared/contract/users.ts';
import { UsageError } from '../support/usage-error.ts';

export const emailFlag =
  (flag: string) =>
  (value = ''): string => {
    const email = value.trim();
    // Rejects only what cannot be an email; the invitation proves the rest.
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > MAX_USER_EMAIL_LENGTH) {
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
