import { USAGE_ORDERS } from './list-orders.ts';
import { MCP_ROUTE } from './mcp-route.ts';
import { PROBLEMS } from './problems.ts';
import { OUTCOMES } from './request-limits.ts';
import type { AdminRoute } from './route.ts';
import { ROUTES } from './routes.ts';

/** The operations that need a key, such as `GET /v1/person/{id}`. */
const KEYED_OPERATIONS: readonly string[] = [...Object.values(ROUTES), MCP_ROUTE]
  .map(({ method, path }) => `${method} ${path}`)
  .toSorted();

/** The status codes of problems. */
const PROBLEM_STATUSES = [...new Set(Object.values(PROBLEMS).map(({ status }) => String(status)))].toSorted();

/** The operations of the admin API on the requests of API keys. */
export const REQUEST_ROUTES = {
  listRequests: {
    functionName: 'read-requests',
    method: 'GET',
    path: '/requests',
    query: {
      keyId: { kind: 'uuid' },
      status: { kind: 'enum', values: [...OUTCOMES, ...PROBLEM_STATUSES] },
      route: { kind: 'enum', values: KEYED_OPERATIONS },
      requestId: { kind: 'uuid' },
      after: { kind: 'timestamp' },
      before: { kind: 'timestamp' },
      include: { kind: 'set', values: ['counts'] },
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
} as const satisfies Record<string, AdminRoute>;
