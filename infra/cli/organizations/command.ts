import { randomUUID } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { createOrganizationManager } from '../../../shared/organizations/manage.ts';
import type { Organization } from '../../../shared/organizations/organization.ts';
import { viewOfUser } from '../../../shared/organizations/users/user.ts';
import { createUserDirectory, type Invitation } from '../../../shared/organizations/users/user-directory.ts';
import { countUnchanged } from '../../../shared/records/retention/count-unchanged.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { optional, required, SWITCH, uuid } from '../support/arguments.ts';
import { connect } from '../support/connection.ts';
import { operator } from '../support/operator.ts';
import { organizationSubcommands, subcommand, withSubcommands } from '../support/subcommands.ts';
import { type Columns, listResult } from '../support/table.ts';
import { UsageError } from '../support/usage-error.ts';
import {
  emailOf,
  eventDaysOf,
  ORGANIZATIONS_HELP,
  organizationNameOf,
  recordDaysOf,
  roleOf,
  temporaryPassword,
} from './organization-options.ts';

/** The retention of an organization, and how many records have not changed for as long. */
interface ShownRetention {
  readonly recordRetentionDays: number | null;
  readonly eventRetentionDays: number | null;
  readonly unchanged: { readonly people: number; readonly companies: number } | null;
}

const recordsText = ({ recordRetentionDays: days, unchanged }: ShownRetention): readonly string[] => {
  if (days === null || unchanged === null) return ['People and companies are kept until they are deleted.'];
  const { people, companies } = unchanged;
  return [
    `People and companies are deleted ${days} days after they were last changed, imported or used by a call list.`,
    `Unchanged for ${days} days: ${people} people, ${companies} companies. Imported or listed records are kept.`,
    'A day or more before a deletion, the feed and webhooks announce it: person.expiring, company.expiring.',
  ];
};

const retentionText = (shown: ShownRetention): readonly string[] => {
  const { eventRetentionDays: days } = shown;
  const events =
    days === null
      ? 'Events and deliveries are kept as long as the service keeps them.'
      : `Events and deliveries are kept for ${days} days, or as long as the service keeps them if that is shorter.`;
  return [...recordsText(shown), events];
};

const COLUMNS: Columns<Organization> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  CREATED: ({ createdAt }) => createdAt,
};

const USER_COLUMNS: Columns<ReturnType<typeof viewOfUser>> = {
  ID: ({ id }) => id,
  EMAIL: ({ email }) => email,
  ROLE: ({ role }) => role,
  STATUS: ({ status }) => status,
  'LAST SIGN-IN': ({ lastSignInAt }) => lastSignInAt ?? '-',
};

const connectOrganizations = async (stack: string | undefined, organizationId?: string) => {
  const { documents, clientOptions, output } = await connect(stack, organizationId);
  const cognito = new CognitoIdentityProviderClient(clientOptions('cognito'));
  const table = createTable(documents, output('TableName'));
  const manager = createOrganizationManager({
    ...table,
    users: createUserDirectory(cognito, output('UserPoolId')),
  });
  // The local service cannot mail invitations.
  const canMail = stack !== undefined;

  return {
    manager,
    reader: table.reader,
    async invite(invitation: Invitation, showsPassword: boolean) {
      const { email, role } = invitation;
      const password = showsPassword || !canMail ? temporaryPassword() : undefined;
      const sent = { ...invitation, temporaryPassword: password };
      const { userId, existed } = await manager.invite(sent, operator());
      return { userId, email, role, temporaryPassword: existed ? null : (password ?? null) };
    },
    howToSignIn(user: { email: string; role: string; temporaryPassword: string | null }): string {
      const name = `${user.email} (${user.role})`;
      if (user.temporaryPassword !== null) {
        return `${name} signs in with the temporary password ${user.temporaryPassword}`;
      }
      return canMail
        ? `${name} receives a temporary password by email, unless another organization has sent one, or the user has signed in.`
        : `${name} already exists; the password is unchanged.`;
    },
  };
};

const ofOrganization = organizationSubcommands(connectOrganizations);

const settingDisabled = (isDisabled: boolean) =>
  ofOrganization({ email: required('EMAIL', emailOf) }, async ({ organizationId, email }, connected) => {
    const { manager } = await connected();
    const user = await manager.setDisabled({ organizationId, email }, isDisabled, operator());
    if (user === undefined) {
      throw new UsageError(
        `The organization ${organizationId} has no user ${email}. "organizations users" lists them.`,
      );
    }
    const effect = isDisabled ? 'is disabled in the organization: tokens are rejected' : 'can sign in again';
    return { document: { organizationId, ...viewOfUser(user) }, text: `${email} ${effect}.` };
  });

/** `npm run organizations`: see {@link ORGANIZATIONS_HELP}. */
export const organizationsCommand = withSubcommands(ORGANIZATIONS_HELP, {
  create: subcommand(
    {
      name: required('NAME', organizationNameOf),
      'admin-email': required('EMAIL', emailOf),
      organization: optional(uuid),
      'show-password': SWITCH,
    },
    async ({ name, organization: id = randomUUID(), stack, ...flags }) => {
      const { manager, invite, howToSignIn } = await connectOrganizations(stack);
      const organization = await manager.create({ id, name }, operator());
      const invitation = { organizationId: id, email: flags['admin-email'], role: 'admin' } as const;
      const admin = await invite(invitation, flags['show-password']).catch((cause: unknown) => {
        throw new Error(
          `The organization "${name}" has the id ${id}, but its admin could not be invited. Invite the admin with \`npm run organizations -- invite --organization ${id}\`.`,
          { cause },
        );
      });
      return {
        document: { ...organization, admin },
        text: [
          `The organization "${name}" has the id ${id}. Pass it to other commands with --organization.`,
          howToSignIn(admin),
        ],
      };
    },
  ),

  invite: ofOrganization(
    { email: required('EMAIL', emailOf), role: optional(roleOf, 'member' as const), 'show-password': SWITCH },
    async ({ organizationId, email, role, 'show-password': showsPassword }, connected) => {
      const { invite, howToSignIn } = await connected();
      const user = await invite({ organizationId, email, role }, showsPassword);
      return { document: { organizationId, ...user }, text: howToSignIn(user) };
    },
  ),

  users: ofOrganization({}, async ({ organizationId }, connected) => {
    const { manager } = await connected();
    const users = await manager.listUsers(organizationId);
    return listResult(users.map(viewOfUser), USER_COLUMNS, 'The organization has no users yet.');
  }),

  disable: settingDisabled(true),

  enable: settingDisabled(false),

  retention: ofOrganization(
    { records: optional(recordDaysOf), events: optional(eventDaysOf) },
    async ({ organizationId: id, records, events }, connected) => {
      const { manager, reader } = await connected();
      const changes = {
        ...(records === undefined ? {} : { recordRetentionDays: records }),
        ...(events === undefined ? {} : { eventRetentionDays: events }),
      };
      const hasChanges = Object.keys(changes).length > 0;
      const organization = hasChanges ? await manager.update(id, changes, operator()) : await manager.get(id);
      const { recordRetentionDays = null, eventRetentionDays = null } = organization ?? {};
      const unchanged =
        recordRetentionDays === null
          ? null
          : await countUnchanged(reader, id, recordRetentionDays, new Date());
      const document = { organizationId: id, recordRetentionDays, eventRetentionDays, unchanged };
      return { document, text: retentionText(document) };
    },
  ),

  list: subcommand({}, async ({ stack }) => {
    const { manager } = await connectOrganizations(stack);
    return listResult(await manager.list(), COLUMNS, 'No organizations yet.');
  }),
});
