import { MAX_SEARCH_LENGTH, USER_ORDERS } from './list-orders.ts';
import { RECORD_RETENTION_DAYS } from './retention-limits.ts';
import type { AdminRoute } from './route.ts';
import {
  chooseOrganizationBody,
  inviteUserBody,
  updateOrganizationBody,
  updateUserBody,
} from './user-bodies.ts';
import { GRANT_ENDS, ROLES, USER_STATUSES } from './users.ts';

/** Apps act for their owner and end with the owner; keys serve programs, which go on under another owner. */
const GRANTS = {
  apps: { kind: 'enum', values: GRANT_ENDS, default: 'revoke' },
  keys: { kind: 'enum', values: GRANT_ENDS, default: 'transfer' },
} as const;

/**
 * The operations of the admin API on the signed-in user, and on the users and settings of the organization.
 */
export const USER_ROUTES = {
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
} as const satisfies Record<string, AdminRoute>;
