import { MAX_SOURCE_LENGTH } from '../../../shared/contract/imports/import-limits.ts';
import {
  MAX_ALLOWED_ADDRESSES,
  MAX_GRACE_SECONDS,
  MAX_NAME_LENGTH,
} from '../../../shared/contract/keys/api-key-limits.ts';
import { isPermission, PERMISSIONS, type Permission } from '../../../shared/contract/keys/permissions.ts';
import { readAddressRange } from '../../../shared/domain/address-range.ts';
import { SINGLE_LINE, SINGLE_LINE_RULE } from '../../../shared/domain/single-line.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { membersOf, time } from '../support/arguments.ts';
import { UsageError } from '../support/usage-error.ts';

export const KEYS_HELP = `Manages the API keys of an organization.

Usage: npm run keys -- COMMAND --organization ID [options]

  create   creates a key and shows it once
  list     lists all keys, newest first, including revoked ones; never shows the keys themselves
  update   renames a key, changes its permissions and addresses from the next request, or its plan within a \
minute
  rotate   replaces a key by a new one; the old one stays active for a grace period, and both share limits
  revoke   revokes a key immediately, and lists the keys that were rotated to it and are still active

  create --organization ID --name NAME [--permissions LIST] [--expires TIME] [--plan PLAN]
         [--addresses LIST] [--source NAME]
  list   --organization ID
  update KEY_ID --organization ID [--name NAME] [--permissions LIST] [--plan PLAN] [--expires TIME]
         [--addresses LIST] [--source NAME]
  rotate KEY_ID --organization ID --grace TIME [--expires TIME]
  revoke KEY_ID --organization ID [--with-predecessors] [--with-exports]

  --organization ID    organization, a lower-case UUID
  --name NAME          purpose of the key, 1 to 100 characters
  --permissions LIST   comma-separated list of ${PERMISSIONS.join(', ')}
                       (default: none); without person.contact:read, the key sees people without emails,
                       phones, street and LinkedIn
  --expires TIME       when the key expires, such as 2027-01-31T00:00:00Z, or "never" (default: never; for a
                       rotated key, as before)
  --addresses LIST     comma-separated list of up to ${MAX_ALLOWED_ADDRESSES} IPv4 or IPv6 addresses or \
CIDRs from which the key
                       may be used, or "any" (default: any)
  --source NAME        only source whose records a key with import:create may import, or "any" (default: any)
  --plan PLAN          usage plan that limits the key (default: standard)
  --grace TIME         how long the old key stays active: 0s to 30d, such as 30m, 12h or 7d
  --with-predecessors  also revoke the keys that were rotated to this one
  --with-exports       also delete the files of exports that it, or a key that was rotated to it, made
  --stack NAME         deployed stack (default: the service on this machine)
  --json               print one JSON document
  --help               print this help

Examples:

  npm run keys -- create --organization ID --name "Data warehouse" --permissions person:read,company:read
  npm run keys -- rotate KEY_ID --organization ID --grace 7d

Exit code: 0 on success, 1 on failure.`;

export const nameOf = (value: string): string => {
  const name = value.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH || !SINGLE_LINE.test(name)) {
    throw new UsageError(
      `--name NAME must have 1 to ${MAX_NAME_LENGTH} characters, ${SINGLE_LINE_RULE}, and must not be blank.`,
    );
  }
  return name;
};

/** A comma-separated list of permissions, in the documented order; blank grants none. */
export const permissionsOf = (value: string): readonly Permission[] => {
  const names = membersOf(value);
  const unknown = names.filter((name) => !isPermission(name));
  if (unknown.length > 0) {
    const allowed = PERMISSIONS.join(', ');
    throw new UsageError(`--permissions does not allow "${unknown.join('", "')}" (allowed: ${allowed}).`);
  }
  return PERMISSIONS.filter((permission) => names.includes(permission));
};

/** A comma-separated list of addresses and CIDRs as canonical CIDRs, or `null` for `any`. */
export const addressesOf = (value: string): readonly string[] | null => {
  const texts = membersOf(value);
  if (texts.length === 1 && texts[0] === 'any') return null;
  if (texts.length === 0 || texts.length > MAX_ALLOWED_ADDRESSES) {
    throw new UsageError(
      `--addresses must list 1 to ${MAX_ALLOWED_ADDRESSES} IPv4 or IPv6 addresses or CIDRs, or be "any".`,
    );
  }
  const ranges = texts.map((text) => {
    const read = readAddressRange(text);
    if ('range' in read) return read.range;
    throw new UsageError(`--addresses lists "${text}", which ${read.problem}.`);
  });
  return [...new Set(ranges)];
};

/** The name of a source, or `null` for `any`. */
export const sourceOf = (value: string): string | null => {
  const source = value.trim();
  if (source === '' || source.length > MAX_SOURCE_LENGTH || !SINGLE_LINE.test(source)) {
    throw new UsageError(
      `--source NAME must have 1 to ${MAX_SOURCE_LENGTH} characters, ${SINGLE_LINE_RULE}, or be "any".`,
    );
  }
  return source === 'any' ? null : source;
};

/** A time in the future, or `null` for `never`. */
export const expiryOf = (value: string, name: string): string | null => {
  if (value === 'never') return null;
  const expiry = time(value, name);
  if (expiry <= timestampOf(new Date())) {
    throw new UsageError(`${name} must be in the future, not ${value}.`);
  }
  return expiry;
};

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** A grace period such as `0s`, `30m`, `12h` or `7d`, and its seconds. */
export const graceOf = (value: string) => {
  const match = /^(\d{1,7})([smhd])$/.exec(value);
  const seconds = match === null ? Number.NaN : Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS];
  if (seconds <= MAX_GRACE_SECONDS) return { value, seconds };
  throw new UsageError(
    '--grace TIME, how long the old key stays active, must be from 0s to 30d, such as 30m, 12h or 7d.',
  );
};
