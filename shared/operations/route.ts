import type * as z from 'zod/mini';
import type { AdminResponseName } from '../contract/admin-response-bodies.ts';
import type { Permission } from '../contract/keys/permissions.ts';
import type { QueryParameters } from '../contract/query-parameters.ts';
import type { ResponseName } from '../contract/response-bodies.ts';

/** An operation of either API. */
export interface Route {
  /** The name of its folder in the folder of a capability in `functions/`. */
  readonly functionName: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query: QueryParameters;
  /** The schema of the request body; operations without one ignore the body. */
  readonly body?: z.ZodMiniType;
  /** Whether it takes the header `Idempotency-Key`. @default false */
  readonly takesIdempotencyKey?: boolean;
  /** The maximum of its body, in UTF-16 code units. @default 100,000: far more than most need */
  readonly maxBodyCharacters?: number;
}

/** An operation of the data API. One with `GET` also serves `HEAD`. */
export interface DataRoute extends Route {
  /** The permission that the authorizer requires; `null` for any valid key. */
  readonly permission: Permission | null;
  /** Whether clients call it so rarely that it has a lower throttle. @default false */
  readonly isRare?: boolean;
  /** Whether its function gets the description of the key. @default false */
  readonly describesKey?: boolean;
  /** The schema name of the success body. */
  readonly response: ResponseName;
}

export type DataRoutes = Readonly<Record<string, DataRoute>>;

/** An operation of the admin API. */
export interface AdminRoute extends Route {
  /** The schema name of the success body. */
  readonly response: AdminResponseName;
}

export type AdminRoutes = Readonly<Record<string, AdminRoute>>;

/** The methods that read a resource. */
export const READ_METHODS = ['GET', 'HEAD'] as const;

/** The methods that a route of the data API serves. */
export const httpMethodsOf = ({ method }: Pick<DataRoute, 'method'>): readonly string[] =>
  method === 'GET' ? READ_METHODS : [method];
