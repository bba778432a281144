import { randomUUID } from 'node:crypto';
import {
  CognitoIdentityProviderClient,
  DescribeIdentityProviderCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { createEndGrants } from '../../../shared/agents/end-grants.ts';
import { MAX_EMAIL_DOMAINS } from '../../../shared/contract/organizations/single-sign-on.ts';
import { capitalized, nounOf, PLAIN_KINDS, pluralOf, pluralsOf } from '../../../shared/kinds/names.ts';
import {
  connectProvider,
  disconnectProvider,
} from '../../../shared/organizations/federation/connect-provider.ts';
import { ownProviderName } from '../../../shared/organizations/federation/connection.ts';
import {
  listProviderRules,
  type ProviderRules,
} from '../../../shared/organizations/federation/provider-rules.ts';
import { allowSingleSignOn } from '../../../shared/organizations/federation/single-sign-on.ts';
import { createOrganizationManager } from '../../../shared/organizations/manage.ts';
import type { Organization } from '../../../shared/organizations/organization.ts';
import { type User, viewOfUser } from '../../../shared/organizations/users/user.ts';
import { createUserDirectory, type Invitation } from '../../../shared/organizations/users/user-directory.ts';
import { countUnchanged, type UnchangedRecords } from '../../../shared/records/retention/count-unchanged.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { optional, repeated, required, SWITCH, uuid } from '../support/arguments.ts';
import { connect } from '../support/connection.ts';
import { operator } from '../support/operator.ts';
import { organizationSubcommands, subcommand, withSubcommands } from '../support/subcommands.ts';
import { type Columns, listResult } from '../support/table.ts';
import { UsageError } from '../support/usage-error.ts';
import {
  claimOf,
  emailDomainOf,
  emailOf,
  eventDaysOf,
  groupOf,
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
  readonly unchanged: UnchangedRecords | null;
}

const EXPIRING = capitalized(pluralsOf(PLAIN_KINDS));

const recordsText = ({ recordRetentionDays: days, unchanged }: ShownRetention): readonly string[] => {
  if (days === null || unchanged === null) return [`${EXPIRING} are kept until they are deleted.`];
  const counts = PLAIN_KINDS.map((kind) => `${unchanged[pluralOf(kind)]} ${nounOf(pluralOf(kind))}`);
  return [
    `${EXPIRING} are deleted ${days} days after they were last changed, imported or used ` +
      'by a call list or a call.',
    `Unchanged for ${days} days: ${counts.join(', ')}. Records in use are kept.`,
    'A day or more before, the feed and webhooks announce the deletion of people and companies: ' +
      'person.expiring, company.expiring.',
  ];
};

const retentionText = (shown: ShownRetention): readonly string[] => {
  const { eventRetentionDays: days } = shown;
  const events =
    days === null
      ? 'Events and deliveries are kept as long as the service keeps them.'
      : `Events and deliveries are kept for ${days} days, or as long as the service keeps them if that is ` +
        'shorter.';
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

const PROVIDER_COLUMNS: Columns<ProviderRules> = {
  NAME: ({ name }) => name,
  ORGANIZATION: ({ organizationId }) => organizationId,
  'EMAIL DOMAINS': ({ emailDomains }) => emailDomains.join(', '),
  ADMINS: ({ groups }) => groups.admin.join(', ') || '-',
  MEMBERS: ({ groups }) => groups.member.join(', ') || '-',
  STATE: ({ isOn }) => (isOn ? 'on' : 'off'),
};

const connectOrganizations = async (stack: string | undefined, organizationId?: string) => {
  const { documents, clientOptions, output } = await connect(stack, organizationId);
  const cognito = new CognitoIdentityProviderClient(clientOptions('cognito'));
  const table = createTable(documents, output('TableName'));
  const userPoolId = output('UserPoolId');
  const manager = createOrganizationManager({
    ...table,
    endGrants: createEndGrants(table),
    users: createUserDirectory(cognito, userPoolId),
  });
  // The local service cannot mail invitations.
  const canMail = stack !== undefined;

  return {
    manager,
    table,
    /** The email domains of a provider of the user pool, and its issuer or the address of its metadata. */
    async providerOf(name: string): Promise<Pick<ProviderRules, 'emailDomains' | 'address'>> {
      const command = new DescribeIdentityProviderCommand({ UserPoolId: userPoolId, ProviderName: name });
      const { IdentityProvider: provider } = await cognito.send(command).catch((error: unknown) => {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        throw new UsageError(
          `The user pool has no identity provider "${name}". Add it to \`identityProviders\` in ` +
            'infra/config.ts and deploy first.',
        );
      });
      const { oidc_issuer: issuer, MetadataURL: metadataUrl } = provider?.ProviderDetails ?? {};
      const address = issuer ?? metadataUrl;
      return {
        emailDomains: provider?.IdpIdentifiers ?? [],
        ...(address === undefined ? {} : { address }),
      };
    },
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
        ? `${name} receives a temporary password by email, unless another organization has sent one, or ` +
            'the user has signed in.'
        : `${name} already exists; the password is unchanged.`;
    },
  };
};

const ofOrganization = organizationSubcommands(connectOrganizations);

const KEYS_TEXT = {
  transfer: 'API keys stay active, without an owner: "keys list" shows them',
  revoke: 'API keys are revoked',
} as const;

const requireUser = (user: User | undefined, organizationId: string, email: string): User => {
  if (user !== undefined) return user;
  throw new UsageError(
    `The organization ${organizationId} has no user ${email}. "organizations users" lists them.`,
  );
};

/** A command that ends a user's access, and what the user had granted. */
const endingAccess = (name: 'disable' | 'remove', effect: string) =>
  ofOrganization(
    { email: required('EMAIL', emailOf), 'revoke-keys': SWITCH },
    async ({ organizationId, email, 'revoke-keys': revokesKeys }, connected) => {
      const { manager } = await connected();
      const keys = revokesKeys ? 'revoke' : 'transfer';
      const ended = await manager[name]({ organizationId, email }, { apps: 'revoke', keys }, operator());
      const user = requireUser(ended, organizationId, email);
      return {
        document: { organizationId, ...viewOfUser(user) },
        text: [`${email} ${effect}.`, `The user's connected apps are revoked. ${KEYS_TEXT[keys]}.`],
      };
    },
  );

const enabling = ofOrganization(
  { email: required('EMAIL', emailOf) },
  async ({ organizationId, email }, connected) => {
    const { manager } = await connected();
    const enabled = await manager.enable({ organizationId, email }, operator());
    const user = requireUser(enabled, organizationId, email);
    return { document: { organizationId, ...viewOfUser(user) }, text: `${email} can sign in again.` };
  },
);

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
          `The organization "${name}" has the id ${id}, but its admin could not be invited. ` +
            `Invite the admin with \`npm run organizations -- invite --organization ${id}\`.`,
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

  disable: endingAccess('disable', 'is disabled in the organization: tokens are rejected'),

  enable: enabling,

  remove: endingAccess('remove', 'is no longer a user of the organization'),

  retention: ofOrganization(
    { records: optional(recordDaysOf), events: optional(eventDaysOf) },
    async ({ organizationId: id, records, events }, connected) => {
      const { manager, table } = await connected();
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
          : await countUnchanged(table.reader, id, recordRetentionDays, new Date());
      const document = { organizationId: id, recordRetentionDays, eventRetentionDays, unchanged };
      return { document, text: retentionText(document) };
    },
  ),

  'connect-provider': ofOrganization(
    {
      provider: required('NAME', String),
      'admin-group': repeated(groupOf),
      'member-group': repeated(groupOf),
      'groups-claim': optional(claimOf, 'groups'),
      'email-claim': optional(claimOf, 'email'),
    },
    async ({ organizationId, provider: name, ...flags }, connected) => {
      const groups = { admin: flags['admin-group'], member: flags['member-group'] };
      if (groups.admin.length + groups.member.length === 0) {
        throw new UsageError('Pass at least one --admin-group GROUP or --member-group GROUP.');
      }
      const { table, providerOf } = await connected();
      const provider = await providerOf(name);
      const { emailDomains } = provider;
      const claims = { email: flags['email-claim'], groups: flags['groups-claim'] };
      const rules = { name, organizationId, ...provider, claims, groups, isOn: true };
      await connectProvider(table, rules, operator());
      const text =
        `Users of ${name} with addresses of ${emailDomains.join(', ')} can sign in to the ` + 'organization.';
      return { document: rules, text };
    },
  ),

  'disconnect-provider': ofOrganization(
    { provider: required('NAME', String) },
    async ({ organizationId, provider: name }, connected) => {
      const { table } = await connected();
      const existed = await disconnectProvider(table, { name, organizationId }, operator());
      const text = existed
        ? `Users of ${name} cannot sign in anymore, and lose access within 15 minutes. Their connected ` +
          'apps end within two hours; their API keys stay active.'
        : `${name} is not connected. Nothing changed.`;
      return { document: { organizationId, name, existed }, text };
    },
  ),

  providers: subcommand({}, async ({ stack }) => {
    const { table } = await connectOrganizations(stack);
    return listResult(await listProviderRules(table.reader), PROVIDER_COLUMNS, 'No provider is connected.');
  }),

  'allow-single-sign-on': ofOrganization(
    { domain: repeated(emailDomainOf) },
    async ({ organizationId, domain: domains }, connected) => {
      if (domains.length === 0 || domains.length > MAX_EMAIL_DOMAINS) {
        throw new UsageError(`Pass 1 to ${MAX_EMAIL_DOMAINS} --domain DOMAIN.`);
      }
      const { table } = await connected();
      await allowSingleSignOn(table, organizationId, domains, operator());
      return {
        document: { organizationId, allowedDomains: domains, provider: ownProviderName(organizationId) },
        text:
          `Admins of the organization can set up single sign-on for ${domains.join(', ')}, under Single ` +
          'sign-on in the console.',
      };
    },
  ),

  list: subcommand({}, async ({ stack }) => {
    const { manager } = await connectOrganizations(stack);
    return listResult(await manager.list(), COLUMNS, 'No organizations yet.');
  }),
});
