import type { AdminResponseBody } from '../../shared/contract/admin-response-bodies.ts';
import type { Query } from '../../shared/contract/query-parameters.ts';
import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import type { AdminRoute, DataRoute } from '../../shared/operations/route.ts';
import { API_KEYS, type DataHandler } from '../http/data-api.ts';
import type { DataPrincipal } from '../http/data-principal.ts';
import { type HttpHandler, type HttpRequest, httpFunction, operation } from '../http/http-function.ts';
import type { HttpResponse } from '../http/response.ts';

/** The parameters that both APIs have. */
type SharedParameter = 'limit' | 'cursor' | 'sort' | 'resource' | 'by';

/** A request for records. What only one of the APIs has may be absent, such as some filters and inclusions. */
export interface RecordRequest<R extends DataRoute>
  extends Pick<HttpRequest<R, DataPrincipal>, 'principal' | 'id' | 'urlWith'> {
  readonly query: Partial<Query<R['query']>> & Pick<Query<R['query']>, SharedParameter & keyof R['query']>;
}

/** An operation on records, which serves clients of the data API and users of the console. */
export type RecordHandler<R extends DataRoute, B = ResponseBody<R['response']>> = (
  request: RecordRequest<R>,
) => Promise<HttpResponse<B>>;

/** Answers clients of the data API and users of the console. The fields of the kind decide its responses. */
export type PlainHandler = (
  request: Pick<HttpRequest<DataRoute, DataPrincipal>, 'principal' | 'id' | 'urlWith'> & {
    readonly query: object;
  },
) => Promise<HttpResponse<never>>;

/** The handler of an operation for users with access to records. */
export type BrowseHandler<R extends AdminRoute> = HttpHandler<
  R,
  DataPrincipal,
  AdminResponseBody<R['response']>
>;

/**
 * The Lambda handler of an operation of the data API that returns records, with the parameter `fields`. What
 * selects them is loaded by the first request that does.
 */
export const recordFunction = <R extends DataRoute, B>(route: R, handle: DataHandler<R, B>) => {
  const whole = operation(route, handle);
  return httpFunction(API_KEYS, [
    {
      route,
      async run(event, principal) {
        if (!Object.hasOwn(event.multiValueQueryStringParameters ?? {}, 'fields')) {
          return whole.run(event, principal);
        }
        const { withFields } = await import('../http/with-fields.ts');
        return withFields(route, handle).run(event, principal);
      },
    },
  ]);
};
