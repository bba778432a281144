import type * as z from 'zod/mini';
import type { AdminResponseName } from './admin-response-bodies.ts';
import type { QueryParameters } from './query-parameters.ts';

/** One operation of the admin API. */
export interface AdminRoute {
  /** The name of its folder under `functions/`. */
  readonly functionName: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query: QueryParameters;
  /** The schema of the request body; operations without one ignore the body. */
  readonly body?: z.ZodMiniType;
  /** The schema of the success body. */
  readonly response: AdminResponseName;
}
