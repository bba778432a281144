import type * as z from 'zod/mini';
import type { AdminResponseBody, DeepReadonly } from '../../contract/admin-response-bodies.ts';
import type { QueryInput } from '../../contract/query-parameters.ts';
import type { ADMIN_ROUTES } from './routes.ts';

type Routes = typeof ADMIN_ROUTES;

type RoutesByOperation = {
  [N in keyof Routes as `${Routes[N]['method']} ${Routes[N]['path']}`]: Routes[N];
};

/** An operation of the admin API by method and path, such as `PATCH /api-keys/{id}`. */
export type AdminOperationKey = keyof RoutesByOperation;

/**
 * The input of an operation: the path's parameter as `id`, the query parameters and the body, where it has
 * them.
 */
export type AdminInput<O extends AdminOperationKey> = {
  readonly query?: QueryInput<RoutesByOperation[O]['query']>;
} & (O extends `${string}{${string}}${string}` ? { readonly id: string } : { readonly id?: never }) &
  (RoutesByOperation[O] extends { readonly body: infer B extends z.ZodMiniType }
    ? { readonly body: DeepReadonly<z.input<B>> }
    : { readonly body?: never });

/** The body of a successful response. */
export type AdminResult<O extends AdminOperationKey> = AdminResponseBody<RoutesByOperation[O]['response']>;
