import { MAX_GRACE_SECONDS, MAX_NAME_LENGTH } from '../../../shared/contract/api-key-limits.ts';
import { isPermission, PERMISSIONS, type Permission } from '../../../shared/contract/permissions.ts';
import { idArgumentOf } from '../support/arguments.ts';
import { UsageError } from '../support/usage-error.ts';

export const nameOf = (value: string): string => {
  const name = value.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH) {
    throw new UsageError(`--name NAME must have 1 to ${MAX_NAME_LENGTH} characters and must not be blank.`);
  }
  return name;
};

/** A comma-separated list of permissions; blank grants none. */
export const permissionsOf = (value: string): readonly Permission[] => {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const granted = names.filter(isPermission);
  const unknown = names.filter((name) => !isPermission(name));
  if (unknown.length > 0) {
    const allowed = PERMISSIONS.join(', ');
    throw new UsageError(`--permissions does not allow "${unknown.join('", "')}" (allowed: ${allowed}).`);
  }
  // In the documented order, without duplicates.
  return PERMISSIONS.filter((permission) => granted.includes(permission));
};

export const keyIdOf = (command: string, positionals: readonly string[]): string =>
  idArgumentOf(command, positionals, { name: 'KEY_ID', listedBy: 'keys list' });

/** Throws a UsageError for an unknown usage plan. */
export const assertPlan = (plan: string, plans: readonly string[]): void => {
  if (!plans.includes(plan)) {
    throw new UsageError(`--plan must be one of ${plans.join(', ')}, not "${plan}".`);
  }
};

export const noSuchKey = (id: string): UsageError =>
  new UsageError(`The organization has no API key with the id ${id}.`);

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** A grace period such as `0s`, `30m`, `12h` or `7d`, in seconds. */
export const graceOf = (value: string | undefined): number => {
  const match = /^(\d{1,7})([smhd])$/.exec(value ?? '');
  const seconds = match === null ? Number.NaN : Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS];
  if (seconds <= MAX_GRACE_SECONDS) return seconds;
  throw new UsageError(
    '--grace TIME, how long the old key stays active, must be from 0s to 30d, such as 30m, 12h or 7d.',
  );
};
