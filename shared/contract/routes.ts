import { KIND_NAMES } from '../kinds/names.ts';
import { EVENT_PATTERNS } from './event-types.ts';
import { CALL_LIST_LOOKUPS, COMPANY_LOOKUPS, ENTRY_LOOKUPS, PERSON_LOOKUPS } from './record-lookups.ts';
import type { ResourceWithFields } from './resource-fields.ts';
import { type DataRoute, httpMethodsOf } from './route.ts';

/** The parameters of every collection sorted by `changedAt`. */
const COLLECTION_QUERY = {
  limit: { kind: 'integer', minimum: 1, maximum: 500, default: 100 },
  cursor: { kind: 'cursor' },
  changedSince: { kind: 'timestamp' },
  sort: { kind: 'enum', values: ['changedAt', '-changedAt'], default: 'changedAt' },
} as const;

/** The parameter that selects fields of a resource. */
const fieldsOf = <R extends ResourceWithFields>(resource: R) => ({ kind: 'fields', resource }) as const;

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
      ...PERSON_LOOKUPS,
      fields: fieldsOf('person'),
    },
  },
  getPerson: {
    functionName: 'get-person',
    method: 'GET',
    path: '/v1/person/{id}',
    permission: 'person:read',
    query: {
      include: { kind: 'set', values: ['callability'] },
      fields: fieldsOf('personWithCallability'),
    },
  },
  listCompanies: {
    functionName: 'list-companies',
    method: 'GET',
    path: '/v1/company',
    permission: 'company:list',
    query: {
      ...COLLECTION_QUERY,
      ...COMPANY_LOOKUPS,
      fields: fieldsOf('company'),
    },
  },
  getCompany: {
    functionName: 'get-company',
    method: 'GET',
    path: '/v1/company/{id}',
    permission: 'company:read',
    query: { fields: fieldsOf('company') },
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
      ...CALL_LIST_LOOKUPS,
      fields: fieldsOf('listedCallList'),
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
      fields: fieldsOf('callListWithEntries'),
    },
  },
  listCallListEntries: {
    functionName: 'list-call-list-entries',
    method: 'GET',
    path: '/v1/call-list-entry',
    permission: 'call-list:read',
    query: {
      ...COLLECTION_QUERY,
      callListId: { kind: 'uuid' },
      ...ENTRY_LOOKUPS,
      fields: fieldsOf('call-list-entry'),
    },
  },
  listFields: {
    functionName: 'list-fields',
    method: 'GET',
    path: '/v1/field',
    isRare: true,
    permission: null,
    query: {
      resource: { kind: 'enum', values: KIND_NAMES, isRequired: true },
      format: {
        kind: 'enum',
        values: ['list', 'json-schema'],
        default: 'list',
        mediaTypes: { 'json-schema': 'application/schema+json' },
      },
    },
  },
  getKey: {
    functionName: 'get-key',
    method: 'GET',
    path: '/v1/key',
    isRare: true,
    permission: null,
    query: {},
    describesKey: true,
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
    isRare: true,
    permission: null,
    query: {},
  },
  listWebhookEndpoints: {
    functionName: 'list-webhook-endpoints',
    method: 'GET',
    path: '/v1/webhook-endpoint',
    isRare: true,
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
    isRare: true,
    permission: 'webhook:manage',
    query: {},
    describesKey: true,
    takesIdempotencyKey: true,
  },
  deleteWebhookEndpoint: {
    functionName: 'delete-webhook-endpoint',
    method: 'DELETE',
    path: '/v1/webhook-endpoint/{id}',
    isRare: true,
    permission: 'webhook:manage',
    query: {},
    describesKey: true,
  },
  createExport: {
    functionName: 'create-export',
    method: 'POST',
    path: '/v1/export',
    isRare: true,
    permission: 'export:create',
    query: {},
    describesKey: true,
    takesIdempotencyKey: true,
  },
  listExports: {
    functionName: 'list-exports',
    method: 'GET',
    path: '/v1/export',
    isRare: true,
    permission: 'export:create',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
  },
  getExport: {
    functionName: 'get-export',
    method: 'GET',
    path: '/v1/export/{id}',
    isRare: true,
    permission: 'export:create',
    query: {},
  },
} as const satisfies Record<string, DataRoute>;

/** The name of an operation of the data API. */
export type RouteName = keyof typeof ROUTES;

/** The names of the operations that read. */
export type ReadRouteName = {
  [N in RouteName]: (typeof ROUTES)[N]['method'] extends 'GET' ? N : never;
}[RouteName];

/** Whether a name is that of an operation that reads. */
export const isReadRoute = (name: string): name is ReadRouteName =>
  Object.entries<DataRoute>(ROUTES).some(([each, { method }]) => each === name && method === 'GET');

/** The names of the operations that read, in the order of {@link ROUTES}. */
export const READ_ROUTE_NAMES: readonly ReadRouteName[] = Object.keys(ROUTES).filter(isReadRoute);

/** The route of a method and an API Gateway `resource` (the path with placeholders), if any. */
export const findRoute = (httpMethod: string, resource: string): DataRoute | undefined =>
  Object.values(ROUTES).find((route) => route.path === resource && httpMethodsOf(route).includes(httpMethod));
