import { randomBytes } from 'node:crypto';
import { EVENT_RETENTION_DAYS, RECORD_RETENTION_DAYS } from '../../../shared/contract/retention-limits.ts';
import {
  MAX_INVITED_EMAIL_LENGTH,
  MAX_ORGANIZATION_NAME_LENGTH,
  ROLES,
  type Role,
} from '../../../shared/contract/users.ts';
import { SINGLE_LINE, SINGLE_LINE_RULE } from '../../../shared/domain/single-line.ts';
import { UsageError } from '../support/usage-error.ts';

export const emailFlag =
  (flag: string) =>
  (value = ''): string => {
    const email = value.trim();
    // Rejects only what cannot be an email; the invitation proves the rest.
    if (
      !/^[^\s@]+@[^\s@]+$/.test(email) ||
      !SINGLE_LINE.test(email) ||
      email.length > MAX_INVITED_EMAIL_LENGTH
    ) {
      throw new UsageError(
        `${flag} EMAIL must be an email address of at most ${MAX_INVITED_EMAIL_LENGTH} characters, such as ada@acme.example.`,
      );
    }
    return email.toLowerCase();
  };

export const organizationNameOf = (value = ''): string => {
  const name = value.trim();
  if (name === '' || name.length > MAX_ORGANIZATION_NAME_LENGTH || !SINGLE_LINE.test(name)) {
    throw new UsageError(
      `--name NAME must have 1 to ${MAX_ORGANIZATION_NAME_LENGTH} characters, ${SINGLE_LINE_RULE}, and must not be blank.`,
    );
  }
  return name;
};

export const roleOf = (value = 'member'): Role => {
  const role = ROLES.find((each) => each === value);
  if (role === undefined) throw new UsageError(`--role must be one of: ${ROLES.join(', ')}.`);
  return role;
};

/** Reads a number of days within bounds; `off` becomes `null`. */
const daysFlag =
  (flag: string, { minimum, maximum }: { readonly minimum: number; readonly maximum: number }) =>
  (value: string): number | null => {
    if (value === 'off') return null;
    const days = /^\d{1,5}$/.test(value) ? Number(value) : 0;
    if (days >= minimum && days <= maximum) return days;
    throw new UsageError(
      `${flag} must be off or a number of days from ${minimum} to ${maximum}, not "${value}".`,
    );
  };

export const recordDaysOf = daysFlag('--records', RECORD_RETENTION_DAYS);

export const eventDaysOf = daysFlag('--events', EVENT_RETENTION_DAYS);

/** Random, with a character of each class of the password policy. */
export const temporaryPassword = (): string => `${randomBytes(12).toString('base64url')}aA1!`;
