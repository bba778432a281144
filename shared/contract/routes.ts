import type { Permission } from './permissions.ts';
import type { QueryParameters } from './query-parameters.ts';

/** One operation of the data API. */
export interface Route {
  /** Also the name of the folder under `functions/` that serves it. */
  readonly functionName: string;
  readonly path: string;
  /** What a key must be allowed to do before the function is even started. */
  readonly permission: Permission;
  readonly query: QueryParameters;
}

/** The methods of every route; anything else is answered with 405 and this list as `Allow`. */
export const ROUTE_METHODS = ['GET', 'HEAD'] as const;

/**
 * Every operation of the data API, declared once. The stack, the authorizer, the handlers and the tests
 * read them here. `{id}` in a path is always a lower-case UUID.
 */
export const ROUTES = {
  getPerson: {
    functionName: 'get-person',
    path: '/v1/person/{id}',
    permission: 'person:read',
    query: {},
  },
  getCompany: {
    functionName: 'get-company',
    path: '/v1/company/{id}',
    permission: 'company:read',
    query: {},
  },
  listCallLists: {
    functionName: 'list-call-lists',
    path: '/v1/call-list',
    permission: 'call-list:read',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 200, default: 100 },
      cursor: { kind: 'cursor' },
      isLocked: { kind: 'boolean' },
      createdAfter: { kind: 'timestamp' },
      createdBefore: { kind: 'timestamp' },
      sort: { kind: 'enum', values: ['createdAt', '-createdAt'], default: '-createdAt' },
    },
  },
  getCallList: {
    functionName: 'get-call-list',
    path: '/v1/call-list/{id}',
    permission: 'call-list:read',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 500, default: 100 },
      cursor: { kind: 'cursor' },
      include: { kind: 'set', values: ['person', 'company'] },
    },
  },
} as const satisfies Record<string, Route>;

/** The name of an operation of the data API. */
export type RouteName = keyof typeof ROUTES;

/** The route that API Gateway names by its `resource` (the path with its placeholders), if any. */
export const routeOfResource = (resource: string): Route | undefined =>
  Object.values(ROUTES).find((route) => route.path === resource);
