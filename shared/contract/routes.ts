import { EVENT_PATTERNS } from './event-types.ts';
import type { Permission } from './permissions.ts';
import type { QueryParameters } from './query-parameters.ts';

/** One operation of the data API. */
export interface Route {
  /** The name of its folder under `functions/`. */
  readonly functionName: string;
  readonly path: string;
  /** The permission that the authorizer requires; `null` for any valid key. */
  readonly permission: Permission | null;
  readonly query: QueryParameters;
}

/** The methods of every route, and the `Allow` header of a 405. */
export const ROUTE_METHODS = ['GET', 'HEAD'] as const;

/** The parameters of every collection in order of change. */
const COLLECTION_QUERY = {
  limit: { kind: 'integer', minimum: 1, maximum: 500, default: 100 },
  cursor: { kind: 'cursor' },
  changedSince: { kind: 'timestamp' },
  sort: { kind: 'enum', values: ['changedAt', '-changedAt'], default: 'changedAt' },
} as const;

/** A look-up replaces the filters and the order of a collection. */
const LOOKUP = { onlyWith: ['limit', 'cursor'] } as const;

/** The parameters of look-ups in every collection of records. */
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
    path: '/v1/person/{id}',
    permission: 'person:read',
    query: {},
  },
  listCompanies: {
    functionName: 'list-companies',
    path: '/v1/company',
    permission: 'company:list',
    query: {
      ...COLLECTION_QUERY,
      ...RECORD_LOOKUPS,
      domain: { kind: 'text', maximumLength: 500, ...LOOKUP },
    },
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
      changedSince: { kind: 'timestamp' },
      sort: { kind: 'enum', values: ['createdAt', '-createdAt', 'changedAt', '-changedAt'] },
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
  getKey: {
    functionName: 'get-key',
    path: '/v1/key',
    permission: null,
    query: {},
  },
  listCallListEntries: {
    functionName: 'list-call-list-entries',
    path: '/v1/call-list-entry',
    permission: 'call-list:read',
    query: { ...COLLECTION_QUERY, callListId: { kind: 'uuid' } },
  },
  listEvents: {
    functionName: 'list-events',
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
} as const satisfies Record<string, Route>;

/** The name of an operation of the data API. */
export type RouteName = keyof typeof ROUTES;

/** The route of an API Gateway `resource` (the path with placeholders), if any. */
export const findRoute = (resource: string): Route | undefined =>
  Object.values(ROUTES).find((route) => route.path === resource);
