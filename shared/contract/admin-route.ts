import type * as z from 'zod/mini';
import type { QueryParameters } from './query-parameters.ts';

/** One operation of the admin API. */
export interface AdminRoute {
  /** Also the name of the folder under `functions/` that serves it. */
  readonly functionName: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query: QueryParameters;
  /** Of the request's JSON document; an operation without one ignores what is sent. */
  readonly body?: z.ZodMiniType;
}
