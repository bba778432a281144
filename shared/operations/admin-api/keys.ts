import { MCP_ROUTE } from '../../contract/agents/mcp-route.ts';
import { createApiKeyBody, rotateApiKeyBody, updateApiKeyBody } from '../../contract/keys/api-key-bodies.ts';
import { API_KEY_STATES } from '../../contract/keys/api-key-limits.ts';
import { PROBLEM_NAMES, PROBLEMS } from '../../contract/problems.ts';
import { API_KEY_ORDERS, MAX_SEARCH_LENGTH, USAGE_ORDERS } from '../../contract/records/list-orders.ts';
import {
  ADDRESS_PATTERN,
  MAX_ADDRESS_LENGTH,
  MAX_PATH_SEARCH_LENGTH,
  OUTCOMES,
  PATH_PATTERN,
  REFUSAL_REASONS,
} from '../../contract/request-limits.ts';
import { ROUTES } from '../data-api/routes.ts';
import type { AdminDocumentation } from '../documentation.ts';
import type { AdminRoutes } from '../route.ts';
import { tryRequestBody } from './try-request-body.ts';

/** The operations that need a key, such as `GET /v1/person/{id}`. */
const KEYED_OPERATIONS: readonly string[] = [...Object.values(ROUTES), MCP_ROUTE]
  .map(({ method, path }) => `${method} ${path}`)
  .toSorted();

/** The status codes of problems. */
const PROBLEM_STATUSES = [...new Set(Object.values(PROBLEMS).map(({ status }) => String(status)))].toSorted();

/** The operations of the admin API on API keys and their requests. */
export const API_KEY_ROUTES = {
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
    query: { withPredecessors: { kind: 'boolean' }, withExports: { kind: 'boolean' } },
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
  listRequests: {
    functionName: 'read-requests',
    method: 'GET',
    path: '/requests',
    query: {
      keyId: { kind: 'uuid' },
      status: { kind: 'enum', values: [...OUTCOMES, ...PROBLEM_STATUSES] },
      reason: { kind: 'enum', values: [...PROBLEM_NAMES, ...REFUSAL_REASONS] },
      route: { kind: 'enum', values: KEYED_OPERATIONS },
      path: { kind: 'text', maximumLength: MAX_PATH_SEARCH_LENGTH, pattern: PATH_PATTERN },
      address: { kind: 'text', maximumLength: MAX_ADDRESS_LENGTH, pattern: ADDRESS_PATTERN },
      requestId: { kind: 'uuid' },
      after: { kind: 'timestamp' },
      before: { kind: 'timestamp' },
      include: { kind: 'set', values: ['counts', 'errors'] },
      // Each page is a search. Counts alone need none.
      limit: { kind: 'integer', minimum: 0, maximum: 100, default: 50 },
      cursor: { kind: 'cursor' },
    },
    response: 'RequestPage',
  },
  getUsage: {
    functionName: 'read-requests',
    method: 'GET',
    path: '/usage',
    query: {
      keyId: { kind: 'uuid' },
      days: { kind: 'integer', minimum: 1, maximum: 90, default: 30 },
      sort: { kind: 'enum', values: USAGE_ORDERS, default: '-createdAt' },
      // Each key costs a call to API Gateway's control plane, which allows 10 a second per account.
      limit: { kind: 'integer', minimum: 1, maximum: 25, default: 10 },
      cursor: { kind: 'cursor' },
    },
    response: 'UsagePage',
  },
  /** Forwards a request to the data API, which does not allow cross-origin requests. */
  tryRequest: {
    functionName: 'try-request',
    method: 'POST',
    path: '/try-requests',
    query: {},
    body: tryRequestBody,
    response: 'TryRequestResult',
  },
} as const satisfies AdminRoutes;

/** Their documentation. */
export const documentApiKeyRoutes = (): AdminDocumentation<typeof API_KEY_ROUTES> => ({
  listApiKeys: {
    summary: 'List API keys',
    description:
      'All keys, including revoked ones, or those that the filters match, newest first by default. ' +
      'Members see their own keys; admins see all keys of the organization. ' +
      'The newest 10,000 keys are searched.',
    parameters: {
      search: 'Only keys with this part of a name, without case and accents, or whose id starts with it.',
      state: 'Only keys in these states, comma-separated.',
      ownerId: 'Only keys of this user. Only admins may name another user.',
    },
  },
  createApiKey: {
    summary: 'Create an API key',
    description: 'Keys created by members start without permissions and in the plan `standard`.',
    status: 201,
  },
  updateApiKey: {
    summary: 'Change an API key',
    description:
      'Omitted fields stay unchanged. Changes apply from the next request made with the key, those of ' +
      'the plan within a minute. Keys that were rotated to it, and are still in their grace period, get ' +
      'the plan, lose the permissions that it loses, and end no later than it. A rotated key cannot be ' +
      'changed itself. Only admins change more than the name.',
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description:
      'The key is rejected from the next request. Idempotent. Keys that were rotated to it stay active ' +
      'until the end of their grace period, unless `withPredecessors` is `true`; ' +
      'the response lists them. Addresses of its exports work for up to an hour longer, unless ' +
      '`withExports` is `true`.',
    parameters: {
      withPredecessors: 'Whether to revoke the keys that were rotated to it, too. The default is `false`.',
      withExports:
        'Whether to delete the files of exports that the key, or a key that was rotated to it, made, and ' +
        'to cancel those that wait or run. The default is `false`.',
    },
  },
  rotateApiKey: {
    summary: 'Rotate an API key',
    description:
      'Creates a new key, which is active immediately. The old key stays active for the grace period ' +
      'you choose, counts for the maximum of active keys until then, and shares the limits of the new ' +
      'one. With `expiresAt`, for admins only, the new key expires at another time than the old one.',
    status: 201,
  },
  listRequests: {
    summary: 'List requests of the data API',
    description:
      'The requests with your organization’s API keys, newest first, from the last 30 days: ' +
      'also those that were refused for a missing permission, a limit, or a key that is revoked, ' +
      'expired or has the wrong secret. Members see the requests with their own keys. ' +
      'Without `after`, it searches the 24 hours before `before`. ' +
      '`include=counts` counts all of them by outcome and per key, `include=errors` those that were ' +
      'refused or failed by problem and operation; `limit=0` returns nothing else. ' +
      'Requests appear within `delaySeconds`.',
    parameters: {
      limit: 'The maximum number of items per page; 0 for `counts` alone.',
      keyId: 'Only this key.',
      status: 'Only requests with this outcome, or with this status code.',
      reason:
        'Only requests that were refused or failed for this reason: a problem such as `forbidden`, or why ' +
        'a `401` refused the key, such as `revoked`.',
      path: 'Only requests with this part in the path, as the list shows it.',
      address: 'Only requests from this IP address.',
      route: 'Only requests of this operation. `GET` includes `HEAD`.',
      requestId: 'Only the request with this `X-Request-Id`, with all that is known of it.',
    },
  },
  getUsage: {
    summary: 'Get the usage of API keys',
    description:
      'Daily requests by outcome, of all keys and per key, and how many of them counted against the ' +
      'daily quota. Requests appear within `delaySeconds`.',
    parameters: {
      keyId: 'Only this key.',
      days: 'The number of days, up to and including today.',
    },
  },
  tryRequest: {
    summary: 'Try a request of the data API',
    description: 'Sends one request with a key and returns the response, whatever its status.',
    mayConflict: false,
  },
});
