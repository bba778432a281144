import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../../domain/fields.ts';
import { byPlural, capitalized, nounOf, pluralOf } from '../../kinds/names.ts';
import { EVENT_RETENTION_DAYS, RECORD_RETENTION_DAYS } from '../records/retention-limits.ts';
import { PROVIDER_TYPES } from './single-sign-on.ts';
import { ROLES, USER_STATUSES } from './users.ts';

const roleSchema = z.enum(ROLES);

const userSchema = z.strictObject({
  id: uuidSchema,
  email: z.string().min(1),
  role: roleSchema,
  status: z.enum(USER_STATUSES).describe('`invited` until the first sign-in.'),
  identityProvider: z
    .string()
    .min(1)
    .nullable()
    .describe(
      'The identity provider that signs the user in and decides the role; null for a user with a password.',
    ),
  invitedAt: timestampSchema.describe('Of a user of an identity provider: the first sign-in.'),
  invitedBy: z.string().min(1).nullable().describe('The name of a user or operator; null if unknown.'),
  lastSignInAt: timestampSchema.nullable().describe('The last known sign-in, or null.'),
});

const organizationSchema = z.strictObject({
  id: uuidSchema,
  name: z.string().min(1).nullable().describe('Null if the operator has not registered the organization.'),
  timeZone: z.string().min(1).nullable().describe('An IANA time zone such as `Europe/Berlin`.'),
  membersSeeData: z.boolean().describe('Whether members see the data of the organization, as admins do.'),
  recordRetentionDays: z
    .int()
    .min(RECORD_RETENTION_DAYS.minimum)
    .max(RECORD_RETENTION_DAYS.maximum)
    .nullable()
    .describe(
      'Days until people and companies that no import or call list uses are deleted; `null` keeps them.',
    ),
  eventRetentionDays: z
    .int()
    .min(EVENT_RETENTION_DAYS.minimum)
    .max(EVENT_RETENTION_DAYS.maximum)
    .nullable()
    .describe('Days that events and deliveries are kept; `null` for `maxEventRetentionDays`.'),
  maxEventRetentionDays: z.int().min(1).describe('The maximum number of days that the service keeps events.'),
});

const organizationOfUserSchema = organizationSchema.pick({ id: true, name: true });

const testSchema = z.strictObject({
  at: timestampSchema,
  email: z.string().nullable().describe('The address that the provider returned, if any.'),
  groups: z.array(z.string()).describe('The groups that the provider returned, at most 50.'),
  role: roleSchema.nullable().describe('The role of these groups; `null` for none, which gives no access.'),
  refusal: z.string().nullable().describe('Why the sign-in was refused; `null` if it was not.'),
});

const connectionSchema = z.strictObject({
  type: z.enum(PROVIDER_TYPES),
  issuer: z.string().nullable().describe('`null` for SAML.'),
  clientId: z.string().nullable().describe('The client id at the provider; `null` for SAML.'),
  scopes: z.array(z.string()).nullable().describe('`null` for SAML.'),
  metadataUrl: z.string().nullable().describe('`null` for OpenID Connect.'),
  emailDomains: z.array(z.string()),
  emailClaim: z.string(),
  groupsClaim: z.string(),
  adminGroups: z.array(z.string()),
  memberGroups: z.array(z.string()),
  isOn: z.boolean().describe('Whether users get access. Until then, each sign-in is a test.'),
  signInUrl: z.string().describe('Where users sign in, and where admins test it.'),
  changedAt: timestampSchema,
  lastTest: testSchema.nullable().describe('The latest sign-in with these settings while it was off.'),
});

const singleSignOnSchema = z.strictObject({
  isAllowed: z.boolean().describe('Whether the operator lets this organization set it up.'),
  allowedDomains: z.array(z.string()).describe('The email domains that the operator has confirmed.'),
  redirectUrl: z.string().describe('OpenID Connect: the redirect URI to register at the provider.'),
  replyUrl: z.string().describe('SAML: the reply or ACS URL, with the POST binding.'),
  entityId: z.string().describe('SAML: the entity id or audience of this service.'),
  connection: connectionSchema.nullable(),
});

/** The success bodies of the operations on users and the organization, by schema name. */
export const USER_RESPONSE_BODIES = {
  Session: z.strictObject({
    userId: uuidSchema,
    email: z.string().min(1),
    role: roleSchema,
    organization: organizationSchema,
    canSeeData: z.boolean().describe('Whether this user sees people, companies and call lists.'),
    organizations: z
      .array(organizationOfUserSchema)
      .min(2)
      .optional()
      .describe('The organizations of this user, by name. Absent for a user of one.'),
  }),
  OrganizationOfUser: organizationOfUserSchema,
  User: userSchema,
  UserPage: z.strictObject({
    totalCount: z.int().min(0).describe('On all pages.'),
    items: z.array(userSchema),
    nextCursor: z
      .string()
      .min(1)
      .optional()
      .describe('Send it as `cursor` to get the next page. Absent on the last page.'),
  }),
  Organization: organizationSchema,
  SingleSignOn: singleSignOnSchema,
  RetentionPreview: z.strictObject({
    ...byPlural((kind) =>
      z
        .int()
        .min(0)
        .describe(
          `${capitalized(nounOf(pluralOf(kind)))} unchanged for that many days, including those in use.`,
        ),
    ),
    firstDeletionAt: timestampSchema.describe(
      'When the first of them can be deleted, if the setting is saved now.',
    ),
  }),
} as const;
