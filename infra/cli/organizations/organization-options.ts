import { randomBytes } from 'node:crypto';
import { EMAIL_DOMAIN_PATTERN } from '../../../shared/contract/organizations/single-sign-on.ts';
import {
  MAX_INVITED_EMAIL_LENGTH,
  MAX_ORGANIZATION_NAME_LENGTH,
  ROLES,
  type Role,
} from '../../../shared/contract/organizations/users.ts';
import {
  EVENT_RETENTION_DAYS,
  RECORD_RETENTION_DAYS,
} from '../../../shared/contract/records/retention-limits.ts';
import { SINGLE_LINE, SINGLE_LINE_RULE } from '../../../shared/domain/single-line.ts';
import { UsageError } from '../support/usage-error.ts';

export const ORGANIZATIONS_HELP = `Manages organizations and their users.

Usage: npm run organizations -- COMMAND [options]

  create     creates an organization and invites its first admin
  invite     invites a user, who may belong to another organization, or changes the role of an existing one
  users      lists the users of an organization
  disable    ends a user's access to the organization, even of the last active admin: tokens immediately, and
             sign-ins unless another organization lets the user in; revokes the user's connected apps, and
             leaves API keys to the organization
  enable     lets a disabled user sign in again
  remove     disables a user as above, and removes the user, or withdraws an invitation
  retention  shows or sets the retention of unused records and of events
  list       lists all organizations

  connect-provider     lets users of an identity provider sign in, or replaces the rules by which they do
  disconnect-provider  ends the access of users of an identity provider, within 15 minutes
  providers            lists the connected identity providers
  allow-single-sign-on lets the admins of an organization set up an identity provider in the console, for
                       users with addresses of these domains; repeat it with all domains to change them

  create --name NAME --admin-email EMAIL [--organization ID] [--show-password]
  invite --organization ID --email EMAIL [--role ROLE] [--show-password]
  users --organization ID
  disable|remove --organization ID --email EMAIL [--revoke-keys]
  enable --organization ID --email EMAIL
  retention --organization ID [--records DAYS] [--events DAYS]
  list
  connect-provider --organization ID --provider NAME --admin-group GROUP… --member-group GROUP…
                   [--groups-claim CLAIM] [--email-claim CLAIM]
  disconnect-provider --organization ID --provider NAME
  providers
  allow-single-sign-on --organization ID --domain DOMAIN…

  --name NAME          name of the organization, 1 to 200 characters
  --admin-email EMAIL  email of its first admin
  --email EMAIL        email of the user
  --organization ID    organization, a lower-case UUID; create can use an existing one, such as that of
                       imported data (default: a new one)
  --role ROLE          admin (manages all keys, reads the audit log) or member (default: member)
  --records DAYS       days from 30 to 3650, or off. Unused records are then deleted, a day or more after an
                       event that announces it
  --events DAYS        days from 7, or off to keep events and deliveries as long as the service does;
                       shortening cannot be undone for earlier events
  --revoke-keys        revoke the user's API keys, too: the user may still know them
  --provider NAME      identity provider of the user pool, as in infra/config.ts, which has its email domains
  --admin-group GROUP  group whose members are admins. Repeat it for several
  --member-group GROUP group whose members are members. Users in no group have no access
  --groups-claim CLAIM claim or SAML attribute with the groups (default: groups)
  --email-claim CLAIM  claim or SAML attribute with the email address (default: email)
  --domain DOMAIN      email domain of the organization, such as acme.example. Make sure that it is theirs
  --show-password      print a temporary password instead of mailing it (always for the service on this
                       machine, which cannot send mail)
  --stack NAME         deployed stack (default: the service on this machine)
  --json               print one JSON document
  --help               print this help

Commands can be repeated safely: existing organizations and users stay unchanged. A user of another
organization gets no temporary password, and signs in with the existing one.

Example:

  npm run organizations -- create --name "Acme" --admin-email ada@acme.example

Exit code: 0 on success, 1 on failure.`;

export const emailOf = (value: string, flag: string): string => {
  const email = value.trim();
  // Rejects only what cannot be an email; the invitation proves the rest.
  if (
    !/^[^\s@]+@[^\s@]+$/.test(email) ||
    !SINGLE_LINE.test(email) ||
    email.length > MAX_INVITED_EMAIL_LENGTH
  ) {
    throw new UsageError(
      `${flag} EMAIL must be an email address of at most ${MAX_INVITED_EMAIL_LENGTH} characters, such ` +
        'as ada@acme.example.',
    );
  }
  return email.toLowerCase();
};

export const organizationNameOf = (value: string): string => {
  const name = value.trim();
  if (name === '' || name.length > MAX_ORGANIZATION_NAME_LENGTH || !SINGLE_LINE.test(name)) {
    throw new UsageError(
      `--name NAME must have 1 to ${MAX_ORGANIZATION_NAME_LENGTH} characters, ${SINGLE_LINE_RULE}, and ` +
        'must not be blank.',
    );
  }
  return name;
};

export const roleOf = (value: string): Role => {
  const role = ROLES.find((each) => each === value);
  if (role === undefined) throw new UsageError(`--role must be one of: ${ROLES.join(', ')}.`);
  return role;
};

/** Reads a group, as the sign-in trigger can tell it from others in a flattened list. */
export const groupOf = (group: string, flag: string): string => {
  if (group.trim() === group && group.length <= 200 && /^[^,[\]"%+\p{Cc}]+$/u.test(group)) return group;
  throw new UsageError(
    `${flag} GROUP must have 1 to 200 characters, without commas, brackets, quotes, percent and plus ` +
      `signs, not "${group}".`,
  );
};

export const emailDomainOf = (domain: string, flag: string): string => {
  const lower = domain.trim().toLowerCase();
  if (EMAIL_DOMAIN_PATTERN.test(lower)) return lower;
  throw new UsageError(`${flag} DOMAIN must be a domain such as acme.example, not "${domain}".`);
};

export const claimOf = (claim: string, flag: string): string => {
  if (/^[\x21-\x7e]{1,200}$/.test(claim)) return claim;
  throw new UsageError(`${flag} CLAIM must be the name of a claim, such as groups, not "${claim}".`);
};

/** Reads a number of days within bounds; `off` becomes `null`. */
const daysWithin =
  ({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }) =>
  (value: string, flag: string): number | null => {
    if (value === 'off') return null;
    const days = /^\d{1,5}$/.test(value) ? Number(value) : 0;
    if (days >= minimum && days <= maximum) return days;
    throw new UsageError(
      `${flag} must be off or a number of days from ${minimum} to ${maximum}, not "${value}".`,
    );
  };

export const recordDaysOf = daysWithin(RECORD_RETENTION_DAYS);

export const eventDaysOf = daysWithin(EVENT_RETENTION_DAYS);

/** Random, with a character of each class of the password policy. */
export const temporaryPassword = (): string => `${randomBytes(12).toString('base64url')}aA1!`;
