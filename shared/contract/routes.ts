import { EVENT_PATTERNS } from './event-types.ts';
import type { Permission } from './permissions.ts';
import type { QueryParameters } from './query-parameters.ts';

/** One operation of the data API. */
export interface Route {
  /** The name of its folder under `functions/`. */
  readonly functionName: string;
  /** A route with `GET` also serves `HEAD`. */
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The permission that the authorizer requires; `null` for any valid key. */
  readonly permission: Permission | null;
  readonly query: QueryParameters;
  /** Whether its function gets the description of the key. @default false */
  readonly describesKey?: boolean;
}

/** The methods that read a resource. */
export const READ_METHODS = ['GET', 'HEAD'] as const;

/** The methods that a route serves. */
export const httpMethodsOf = ({ method }: Pick<Route, 'method'>): readonly string[] =>
  method === 'GET' ? READ_METHODS : [method];

/** The parameters of every collection in order of change. */
const COLLECTION_QUERY = {
  limit: { kind: 'integer', minimum: 1, maximum: 500, default: 100 },
  cursor: { kind: 'cursor' },
  changedSince: { kind: 'timestamp' },
  sort: { kind: 'enum', values: ['changedAt', '-changedAt'], default: 'changedAt' },
} as const;

/** A lookup replaces the filters and the order of a collection. */
const LOOKUP = { onlyWith: ['limit', 'cursor'] } as const;

/** The parameters of lookups in every collection of records. */
const RECORD_LOOKUPS = {
  id: { kind: 'ids', maximum: 100, ...LOOKUP },
  externalId: { kind: 'external-id', ...LOOKUP },
  phone: { kind: 'phone', ...LOOKUP },
} as const;

/** A place in the feed to start at: only one may be given. */
const FEED_START = { onlyWith: ['limit', 'types'] } as const;

/**
 * Every operation of the data API: the source for the stack, the authorizer, the handlers and the tests.
 * `{id}` in a path is always a lower-case UUID.
 */
export const ROUTES = {
  listPeople: {
    functionName: 'list-people',
    method: 'GET',
    path: '/v1/person',
    permission: 'person:list',
    query: {
      ...COLLECTION_QUERY,
      ...RECORD_LOOKUPS,
      email: { kind: 'email', ...LOOKUP },
      companyId: { kind: 'uuid', ...LOOKUP },
    },
  },
  getPerson: {
    functionName: 'get-person',
    method: 'GET',
    path: '/v1/person/{id}',
    permission: 'person:read',
    query: { include: { kind: 'set', values: ['callability'] } },
  },
  listCompanies: {
    functionName: 'list-companies',
    method: 'GET',
    path: '/v1/company',
    permission: 'company:list',
    query: {
      ...COLLECTION_QUERY,
      ...RECORD_LOOKUPS,
      domain: { kind: 'domain', ...LOOKUP },
    },
  },
  getCompany: {
    functionName: 'get-company',
    method: 'GET',
    path: '/v1/company/{id}',
    permission: 'company:read',
    query: {},
  },
  listCallLists: {
    functionName: 'list-call-lists',
    method: 'GET',
    path: '/v1/call-list',
    permission: 'call-list:read',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 200, default: 100 },
      cursor: { kind: 'cursor' },
      isLocked: { kind: 'boolean' },
      createdAfter: { kind: 'timestamp' },
      createdBefore: { kind: 'timestamp' },
      changedSince: { kind: 'timestamp' },
      sort: { kind: 'enum', values: ['createdAt', '-createdAt', 'changedAt', '-changedAt'] },
    },
  },
  getCallList: {
    functionName: 'get-call-list',
    method: 'GET',
    path: '/v1/call-list/{id}',
    permission: 'call-list:read',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 500, default: 100 },
      cursor: { kind: 'cursor' },
      include: { kind: 'set', values: ['person', 'company', 'callability'] },
    },
  },
  getKey: {
    functionName: 'get-key',
    method: 'GET',
    path: '/v1/key',
    permission: null,
    query: {},
    describesKey: true,
  },
  listCallListEntries: {
    functionName: 'list-call-list-entries',
    method: 'GET',
    path: '/v1/call-list-entry',
    permission: 'call-list:read',
    query: { ...COLLECTION_QUERY, callListId: { kind: 'uuid' } },
  },
  listEvents: {
    functionName: 'list-events',
    method: 'GET',
    path: '/v1/event',
    permission: 'event:read',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 1_000, default: 100 },
      cursor: { kind: 'cursor', ...FEED_START },
      from: { kind: 'enum', values: ['earliest', 'latest'], ...FEED_START },
      since: { kind: 'timestamp', ...FEED_START },
      types: { kind: 'set', values: EVENT_PATTERNS },
    },
  },
  listEventTypes: {
    functionName: 'list-event-types',
    method: 'GET',
    path: '/v1/event-type',
    permission: null,
    query: {},
  },
  listWebhookEndpoints: {
    functionName: 'list-webhook-endpoints',
    method: 'GET',
    path: '/v1/webhook-endpoint',
    permission: 'webhook:manage',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 200, default: 100 },
      cursor: { kind: 'cursor' },
    },
  },
  createWebhookEndpoint: {
    functionName: 'create-webhook-endpoint',
    method: 'POST',
    path: '/v1/webhook-endpoint',
    permission: 'webhook:manage',
    query: {},
    describesKey: true,
  },
  deleteWebhookEndpoint: {
    functionName: 'delete-webhook-endpoint',
    method: 'DELETE',
    path: '/v1/webhook-endpoint/{id}',
    permission: 'webhook:manage',
    query: {},
    describesKey: true,
  },
} as const satisfies Record<string, Route>;

/** The name of an operation of the data API. */
export type RouteName = keyof typeof ROUTES;

/** The names of the operations that read. */
export type ReadRouteName = {
  [N in RouteName]: (typeof ROUTES)[N]['method'] extends 'GET' ? N : never;
}[RouteName];

/** Whether a name is that of an operation that reads. */
export const isReadRoute = (name: string): name is ReadRouteName =>
  Object.entries<Route>(ROUTES).some(([each, { method }]) => each === name && method === 'GET');

/** The names of the operations that read, in the order of {@link ROUTES}. */
export const READ_ROUTE_NAMES: readonly ReadRouteName[] = Object.keys(ROUTES).filter(isReadRoute);

/** The route of a method and an API Gateway `resource` (the path with placeholders), if any. */
export const findRoute = (httpMethod: string, resource: string): Route | undefined =>
  Object.values(ROUTES).find((route) => route.path === resource && httpMethodsOf(route).includes(httpMethod));
