import type { APIGatewayProxyEvent } from 'aws-lambda';
import { PATH_PARAMETERS, pathParameterOf } from '../../shared/contract/path-parameters.ts';
import type { ParameterError } from '../../shared/contract/problems.ts';
import { parseQuery, type Query, type QueryParameters } from '../../shared/contract/query-parameters.ts';
import type { FieldsParser } from '../../shared/contract/records/field-selection.ts';
import { PUBLIC_URL_VARIABLE } from '../../shared/runtime/environment.ts';

export interface RequestParameters<P extends QueryParameters> {
  /** The value of the path's parameter, such as `{id}`; empty for routes without one. */
  readonly id: string;
  readonly query: Query<P>;
  /**
   * The absolute URL of the same request with one query parameter set to another value.
   *
   * @param omitted other parameters, which the URL does not repeat
   */
  urlWith(parameter: string, value: string, omitted?: readonly string[]): string;
}

/** The value of the path's parameter, or what is wrong with it. */
const readPath = (
  name: string | undefined,
  event: APIGatewayProxyEvent,
): { readonly id: string } | { readonly error: ParameterError } => {
  if (name === undefined) return { id: '' };
  const declared = PATH_PARAMETERS[name];
  const id = declared?.read(event.pathParameters?.[name] ?? '');
  return id === undefined ? { error: { parameter: name, detail: declared?.rule ?? 'is unknown' } } : { id };
};

/**
 * The URL that the client used. `requestContext.path` includes the stage or base path, so links work with and
 * without a custom domain. Behind the operator's own proxy, only a setting knows it: `X-Forwarded-*` is from
 * anyone.
 */
export const addressOf = (event: APIGatewayProxyEvent): string => {
  const publicUrl = process.env[PUBLIC_URL_VARIABLE];
  if (publicUrl !== undefined) return publicUrl + event.path;
  // Only the local API Gateway is called by HTTP, and both set this header themselves.
  const protocol = event.headers['X-Forwarded-Proto'] === 'http' ? 'http' : 'https';
  return `${protocol}://${event.requestContext.domainName ?? ''}${event.requestContext.path}`;
};

/**
 * The base address of the API, without a trailing slash.
 *
 * @param path that of the request
 */
export const baseUrlOf = (event: APIGatewayProxyEvent, path: string): string =>
  addressOf(event).replace(/\/$/, '').slice(0, -path.length);

/** Validates path and query string, and reports all invalid parameters together. */
export const readParameters = <const P extends QueryParameters>(
  route: { readonly path: string; readonly query: P },
  event: APIGatewayProxyEvent,
  parseFields?: FieldsParser,
): { readonly parameters: RequestParameters<P> } | { readonly errors: readonly ParameterError[] } => {
  const path = readPath(pathParameterOf(route.path), event);
  const given = event.multiValueQueryStringParameters ?? {};
  const parsed = parseQuery<P>(route.query, given, parseFields);
  if ('errors' in parsed || 'error' in path) {
    return {
      errors: [...('error' in path ? [path.error] : []), ...('errors' in parsed ? parsed.errors : [])],
    };
  }
  const { id } = path;
  const urlWith = (parameter: string, value: string, omitted: readonly string[] = []): string => {
    const search = new URLSearchParams();
    for (const [name, values] of Object.entries(given)) {
      for (const each of values ?? []) search.append(name, each);
    }
    for (const name of omitted) search.delete(name);
    search.set(parameter, value);
    return `${addressOf(event)}?${search}`;
  };
  return { parameters: { id, query: parsed.query, urlWith } };
};
