import { createApiKeyBody, rotateApiKeyBody, updateApiKeyBody } from './api-key-bodies.ts';
import { API_KEY_STATES } from './api-key-limits.ts';
import { APP_ROUTES } from './app-routes.ts';
import { AUDIT_ACTION_PATTERNS } from './audit-log.ts';
import { EVENT_ROUTES } from './event-routes.ts';
import { EXPORT_ROUTES } from './export-routes.ts';
import { IMPORT_ROUTES } from './import-routes.ts';
import { API_KEY_ORDERS, MAX_SEARCH_LENGTH } from './list-orders.ts';
import { RECORD_ROUTES } from './record-routes.ts';
import { REQUEST_ROUTES } from './request-routes.ts';
import type { AdminRoute } from './route.ts';
import { tryRequestBody } from './try-request-body.ts';
import { USER_ROUTES } from './user-routes.ts';
import { WEBHOOK_ROUTES } from './webhook-routes.ts';

/** An actor id is a UUID, or `cli:` and a user name. */
const MAX_ACTOR_LENGTH = 200;

/**
 * Every operation of the admin API: the source for the stack, the handlers and the tests. `{id}` in a path is
 * always a lower-case UUID. The handlers authorize each request from the verified token alone.
 */
export const ADMIN_ROUTES = {
  listApiKeys: {
    functionName: 'manage-keys',
    method: 'GET',
    path: '/api-keys',
    query: {
      search: { kind: 'text', maximumLength: MAX_SEARCH_LENGTH },
      state: { kind: 'set', values: API_KEY_STATES },
      ownerId: { kind: 'uuid' },
      sort: { kind: 'enum', values: API_KEY_ORDERS, default: '-createdAt' },
      limit: { kind: 'integer', minimum: 1, maximum: 200, default: 100 },
      cursor: { kind: 'cursor' },
    },
    response: 'ApiKeyPage',
  },
  createApiKey: {
    functionName: 'manage-keys',
    method: 'POST',
    path: '/api-keys',
    query: {},
    body: createApiKeyBody,
    response: 'IssuedApiKey',
  },
  updateApiKey: {
    functionName: 'manage-keys',
    method: 'PATCH',
    path: '/api-keys/{id}',
    query: {},
    body: updateApiKeyBody,
    response: 'ApiKey',
  },
  revokeApiKey: {
    functionName: 'manage-keys',
    method: 'DELETE',
    path: '/api-keys/{id}',
    query: { withPredecessors: { kind: 'boolean' } },
    response: 'RevokedApiKey',
  },
  rotateApiKey: {
    functionName: 'manage-keys',
    method: 'POST',
    path: '/api-keys/{id}/rotate',
    query: {},
    body: rotateApiKeyBody,
    response: 'IssuedApiKey',
  },
  ...REQUEST_ROUTES,
  /** Forwards a request to the data API, which does not allow cross-origin requests. */
  tryRequest: {
    functionName: 'try-request',
    method: 'POST',
    path: '/try-requests',
    query: {},
    body: tryRequestBody,
    response: 'TryRequestResult',
  },
  ...APP_ROUTES,
  ...WEBHOOK_ROUTES,
  ...RECORD_ROUTES,
  ...EVENT_ROUTES,
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
  ...USER_ROUTES,
  ...IMPORT_ROUTES,
  ...EXPORT_ROUTES,
} as const satisfies Record<string, AdminRoute>;
