import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ProblemError } from '../../shared/contract/problems.ts';
import {
  METHOD_NOT_ALLOWED_DETAIL,
  UNKNOWN_ADMIN_PATH_DETAIL,
} from '../../shared/contract/route-problems.ts';
import type { Route } from '../../shared/operations/route.ts';

export type DeclaredRoute = Pick<Route, 'method' | 'path'>;

/** The segments of a path that API Gateway matched with `{proxy+}`. */
const PROXY = '{proxy+}';

/** The values of the placeholders of a declared path; `undefined` for another path. */
const matchPath = (path: string, segments: readonly string[]): Record<string, string> | undefined => {
  const parts = path.split('/');
  if (parts.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('{') && segment !== '') values[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return values;
};

/**
 * Does what API Gateway does for paths of their own: sets `resource` and `pathParameters` of a request that
 * came by `{proxy+}`, and answers 404 to an unknown path and 405 to an unsupported method.
 *
 * @param routes all routes of the paths that the function may get, also those that another function serves
 */
export const proxiedRoutes = (
  routes: readonly DeclaredRoute[],
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => {
  // `{` sorts after all letters, so a literal segment wins over a placeholder.
  const paths = [...new Set(routes.map(({ path }) => path))].sort();
  return {
    before: ({ event }) => {
      if (!event.resource.endsWith(PROXY)) return;
      const rest = event.pathParameters?.['proxy']?.replace(/\/$/, '') ?? '';
      const segments = event.resource.replace(PROXY, () => rest).split('/');
      const path = paths.find((each) => matchPath(each, segments) !== undefined);
      if (path === undefined) throw new ProblemError('not-found', UNKNOWN_ADMIN_PATH_DETAIL);
      const methods: readonly string[] = routes
        .filter((route) => route.path === path)
        .map(({ method }) => method);
      if (!methods.includes(event.httpMethod)) {
        const headers = { Allow: methods.join(', ') };
        throw new ProblemError('method-not-allowed', METHOD_NOT_ALLOWED_DETAIL, { headers });
      }
      event.resource = path;
      event.pathParameters = matchPath(path, segments) ?? null;
    },
  };
};
