import type { APIGatewayProxyEvent } from 'aws-lambda';
import { invalidRequest, type ParameterError } from '../../shared/contract/problems.ts';
import { parseQuery, type Query } from '../../shared/contract/query-parameters.ts';
import type { Route } from '../../shared/contract/routes.ts';
import { isUuid } from '../../shared/domain/uuid.ts';
import { fromContext, type Principal } from './principal.ts';

/** A request that was found well-formed for its route. */
export interface RouteRequest<R extends Route> {
  readonly principal: Principal;
  /** The `{id}` of the path; empty for routes without one. */
  readonly id: string;
  readonly query: Query<R['query']>;
  /** The absolute URL of the same request with one query parameter set to another value. */
  urlWith(parameter: string, value: string): string;
}

const pathErrors = (route: Route, id: string): readonly ParameterError[] =>
  route.path.includes('{id}') && !isUuid(id)
    ? [{ parameter: 'id', detail: 'must be a lower-case UUID such as 6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11' }]
    : [];

/**
 * The address that the client used: `requestContext.path` also holds a stage or base path that the route
 * does not, so links work behind a custom domain as well as without one.
 */
const addressOf = (event: APIGatewayProxyEvent): string => {
  const protocol = event.headers['X-Forwarded-Proto'] ?? 'https';
  return `${protocol}://${event.requestContext.domainName ?? ''}${event.requestContext.path}`;
};

/** Reads an event strictly. Throws `invalid-request` with every offending parameter at once. */
export const readRequest = <R extends Route>(route: R, event: APIGatewayProxyEvent): RouteRequest<R> => {
  const principal = fromContext(event.requestContext.authorizer ?? undefined);
  const id = event.pathParameters?.['id'] ?? '';
  const given = event.multiValueQueryStringParameters ?? {};
  const parsed = parseQuery<R['query']>(route.query, given);
  const errors = [...pathErrors(route, id), ...('errors' in parsed ? parsed.errors : [])];
  if ('errors' in parsed || errors.length > 0) throw invalidRequest(errors);
  return {
    principal,
    id,
    query: parsed.query,
    urlWith(parameter, value) {
      const search = new URLSearchParams();
      for (const [name, values] of Object.entries(given)) {
        for (const each of values ?? []) search.append(name, each);
      }
      search.set(parameter, value);
      return `${addressOf(event)}?${search}`;
    },
  };
};
