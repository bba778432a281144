import { AUDIT_ACTION_PATTERNS } from '../../contract/audit-log/audit-log.ts';
import {
  putSingleSignOnBody,
  updateSingleSignOnBody,
} from '../../contract/organizations/single-sign-on-bodies.ts';
import {
  chooseOrganizationBody,
  inviteUserBody,
  updateOrganizationBody,
  updateUserBody,
} from '../../contract/organizations/user-bodies.ts';
import { GRANT_ENDS, ROLES, USER_STATUSES } from '../../contract/organizations/users.ts';
import { MAX_SEARCH_LENGTH, USER_ORDERS } from '../../contract/records/list-orders.ts';
import { RECORD_RETENTION_DAYS } from '../../contract/records/retention-limits.ts';
import type { AdminDocumentation } from '../documentation.ts';
import type { AdminRoutes } from '../route.ts';

/** An actor id is a UUID, or `cli:` and a user name. */
const MAX_ACTOR_LENGTH = 200;

/** Apps act for their owner and end with the owner; keys serve programs, which go on under another owner. */
const GRANTS = {
  apps: { kind: 'enum', values: GRANT_ENDS, default: 'revoke' },
  keys: { kind: 'enum', values: GRANT_ENDS, default: 'transfer' },
} as const;

/**
 * The operations of the admin API on the signed-in user, and on the users, settings and audit log of the
 * organization.
 */
export const ORGANIZATION_ROUTES = {
  listAuditLog: {
    functionName: 'list-audit-log',
    method: 'GET',
    path: '/audit-log',
    query: {
      search: { kind: 'text', maximumLength: MAX_SEARCH_LENGTH },
      actor: { kind: 'text', maximumLength: MAX_ACTOR_LENGTH },
      action: { kind: 'set', values: AUDIT_ACTION_PATTERNS },
      grouped: { kind: 'boolean' },
      actorId: { kind: 'text', maximumLength: MAX_ACTOR_LENGTH },
      targetId: { kind: 'uuid' },
      after: { kind: 'timestamp' },
      before: { kind: 'timestamp' },
      limit: { kind: 'integer', minimum: 1, maximum: 200, default: 100 },
      cursor: { kind: 'cursor' },
    },
    response: 'AuditLogPage',
  },
  getSession: {
    functionName: 'manage-organization',
    method: 'GET',
    path: '/session',
    query: {},
    response: 'Session',
  },
  chooseOrganization: {
    functionName: 'manage-organization',
    method: 'PUT',
    path: '/session/organization',
    query: {},
    body: chooseOrganizationBody,
    response: 'OrganizationOfUser',
  },
  listUsers: {
    functionName: 'manage-organization',
    method: 'GET',
    path: '/users',
    query: {
      search: { kind: 'text', maximumLength: MAX_SEARCH_LENGTH },
      role: { kind: 'enum', values: ROLES },
      status: { kind: 'set', values: USER_STATUSES },
      sort: { kind: 'enum', values: USER_ORDERS, default: 'email' },
      limit: { kind: 'integer', minimum: 1, maximum: 200, default: 100 },
      cursor: { kind: 'cursor' },
    },
    response: 'UserPage',
  },
  inviteUser: {
    functionName: 'manage-organization',
    method: 'POST',
    path: '/users',
    query: {},
    body: inviteUserBody,
    response: 'User',
  },
  updateUser: {
    functionName: 'manage-organization',
    method: 'PATCH',
    path: '/users/{id}',
    query: GRANTS,
    body: updateUserBody,
    response: 'User',
  },
  resendInvitation: {
    functionName: 'manage-organization',
    method: 'POST',
    path: '/users/{id}/resend',
    query: {},
    response: 'User',
  },
  getOrganization: {
    functionName: 'manage-organization',
    method: 'GET',
    path: '/organization',
    query: {},
    response: 'Organization',
  },
  updateOrganization: {
    functionName: 'manage-organization',
    method: 'PATCH',
    path: '/organization',
    query: {},
    body: updateOrganizationBody,
    response: 'Organization',
  },
  previewRetention: {
    functionName: 'manage-organization',
    method: 'GET',
    path: '/organization/retention-preview',
    query: { recordRetentionDays: { kind: 'integer', ...RECORD_RETENTION_DAYS, default: 365 } },
    response: 'RetentionPreview',
  },
  getSingleSignOn: {
    functionName: 'manage-single-sign-on',
    method: 'GET',
    path: '/single-sign-on',
    query: {},
    response: 'SingleSignOn',
  },
  putSingleSignOn: {
    functionName: 'manage-single-sign-on',
    method: 'PUT',
    path: '/single-sign-on',
    query: {},
    body: putSingleSignOnBody,
    response: 'SingleSignOn',
  },
  updateSingleSignOn: {
    functionName: 'manage-single-sign-on',
    method: 'PATCH',
    path: '/single-sign-on',
    query: {},
    body: updateSingleSignOnBody,
    response: 'SingleSignOn',
  },
  deleteSingleSignOn: {
    functionName: 'manage-single-sign-on',
    method: 'DELETE',
    path: '/single-sign-on',
    query: {},
    response: 'SingleSignOn',
  },
} as const satisfies AdminRoutes;

/** Their documentation. */
export const documentOrganizationRoutes = (): AdminDocumentation<typeof ORGANIZATION_ROUTES> => ({
  listAuditLog: {
    summary: 'List the audit log',
    description:
      'Who did what, when and from where, newest first. With `search`, `actor`, `action` or `grouped`, ' +
      'a page may be short, or even empty, while `nextCursor` leads to more. Admins only.',
    parameters: {
      search:
        'Only entries of a key, user or endpoint with this part of a name, or with it in a detail or an ' +
        'id. Without case and accents.',
      actor: 'Only entries of users and operators with this part of a name, or with this id.',
      action:
        'Only these actions, comma-separated: an action such as `api_key.created`, or all of a subject, ' +
        'such as `api_key.*`.',
      actorId: 'Only entries of this actor.',
      targetId: 'Only entries of this key, endpoint, record or user.',
      grouped: 'Whether to list of each import and export only its latest matching entry.',
    },
  },
  getSession: {
    summary: 'Get the signed-in user',
    description: 'The user, their role and their organization. Notes the sign-in of the token.',
  },
  chooseOrganization: {
    summary: 'Switch to another organization',
    description:
      'Stores the organization of this user’s next tokens: renew the token to switch. ' +
      'Tokens issued before stay with theirs. An organization in which the user is not active is not ' +
      'found. Later sign-ins start with the last choice.',
    mayBeMissing: true,
  },
  listUsers: {
    summary: 'List users',
    description:
      'All users, including invited and disabled ones, or those that the filters match, by email by ' +
      'default. Admins only, like all operations on users.',
    parameters: {
      search: 'Only users with this part of an email, or with this id.',
      role: 'Only users with this role.',
      status: 'Only users with these statuses, comma-separated.',
    },
  },
  inviteUser: {
    summary: 'Invite a user',
    description:
      'Sends an email with a temporary password, which is valid for 7 days. ' +
      'A person who signs in to another organization with this address gets no email: ' +
      'they use the same password, and switch to this organization. The response is the same.',
    status: 201,
  },
  updateUser: {
    summary: 'Change, disable, enable or remove a user',
    description:
      'Omitted fields stay unchanged. A disabled user has no access to the organization, and the admin ' +
      'API rejects their tokens for it from the next request. You cannot change yourself, nor the last ' +
      'active admin. When you disable a user, their connected apps and API keys end or become yours, as ' +
      '`apps` and `keys` say. When you make an admin a member, the same happens to those with ' +
      'permissions that the admin granted. `isRemoved` disables the user, removes them from the ' +
      'organization or withdraws the invitation, and deletes the sign-in unless they belong to another ' +
      'organization; the response is the user as it was. Users of an identity provider can only be ' +
      'disabled.',
    parameters: {
      apps:
        'What becomes of connected apps that the user can no longer back. The default is `revoke`; ' +
        '`transfer` keeps them connected with you as the owner.',
      keys:
        'What becomes of API keys that the user can no longer back. The default is `transfer`: ' +
        'you become the owner, and they stay active. Their users may still know them.',
    },
  },
  resendInvitation: {
    summary: 'Resend an invitation',
    description:
      'Sends a new temporary password to a user who has not signed in yet, to any organization. ' +
      'The previous one becomes invalid.',
    status: 202,
  },
  getOrganization: {
    summary: 'Get the organization',
    description: 'The settings of your organization. Admins only.',
  },
  updateOrganization: {
    summary: 'Change the organization',
    description: 'Omitted fields stay unchanged. Changes apply from the next request. Admins only.',
  },
  previewRetention: {
    summary: 'Preview a retention period',
    description:
      'Counts the people and companies that have not changed for `recordRetentionDays`: ' +
      'the maximum that would be deleted. Those that an import or a call list uses are counted, but ' +
      'stay. Admins only.',
    parameters: { recordRetentionDays: 'The period to preview, in days.' },
  },
  getSingleSignOn: {
    summary: 'Get single sign-on',
    description:
      'How users sign in with an identity provider of their organization, and what to enter there. Never ' +
      'contains the client secret. Admins only, like all operations on single sign-on.',
  },
  putSingleSignOn: {
    summary: 'Set up single sign-on',
    description:
      'Replaces the settings of the identity provider. OpenID Connect takes `issuer`, `clientId` and ' +
      '`clientSecret`, which can be omitted while the others stay the same; SAML takes `metadataUrl`. ' +
      'It is off at first: sign in at `signInUrl`, which is recorded as `lastTest`, then switch it on. ' +
      'While it is on, only groups can change.',
  },
  updateSingleSignOn: {
    summary: 'Switch single sign-on on or off',
    description:
      'Switching it on takes a test sign-in that gets a role. Switching it off ends the access of users of ' +
      'the identity provider within 15 minutes.',
  },
  deleteSingleSignOn: {
    summary: 'Remove single sign-on',
    description: 'Removes the identity provider, and ends the access of its users within 15 minutes.',
  },
});
