import { type DataRoute, type DataRoutes, httpMethodsOf } from '../route.ts';
import { CALL_LIST_ROUTES } from './call-lists.ts';
import { COUNT_ROUTES } from './counts.ts';
import { EVENT_ROUTES } from './events.ts';
import { EXPORT_ROUTES } from './exports.ts';
import { FIELD_ROUTES } from './fields.ts';
import { IMPORT_ROUTES } from './imports.ts';
import { KEY_ROUTES } from './keys.ts';
import { RECORD_ROUTES } from './records.ts';
import { WEBHOOK_ROUTES } from './webhooks.ts';

/**
 * Every operation of the data API: the source for the stack, the authorizer, the handlers and the tests.
 * `{id}` in a path is always a lower-case UUID.
 */
export const ROUTES = {
  ...RECORD_ROUTES,
  ...CALL_LIST_ROUTES,
  ...FIELD_ROUTES,
  ...COUNT_ROUTES,
  ...KEY_ROUTES,
  ...EVENT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...EXPORT_ROUTES,
  ...IMPORT_ROUTES,
} as const satisfies DataRoutes;

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

/**
 * All paths without an operation. API Gateway runs no authorizer where no resource matches, so this one makes
 * such requests known to belong to their key. Every method answers 404, with or without a key.
 */
export const UNKNOWN_PATH = { path: '/{proxy+}', permission: null, query: {} } as const;

/** The route of a method and an API Gateway `resource` (the path with placeholders), if any. */
export const findRoute = (httpMethod: string, resource: string): DataRoute | undefined =>
  Object.values(ROUTES).find((route) => route.path === resource && httpMethodsOf(route).includes(httpMethod));
