import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { ProblemError } from '../../shared/contract/problems.ts';

const describe = (error: unknown): unknown =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack, cause: describe(error.cause) }
    : error;

/** The only part of a client error that is logged: client errors are normal, and stacks cost log bytes. */
const problemOf = (error: unknown): string =>
  error instanceof ProblemError ? error.problem : error instanceof Error ? error.name : 'unknown';

interface Internal extends Record<string, unknown> {
  started: number;
}

/** The maximum number of invalid parameters that a line names. */
const MAX_NAMES = 10;

/** Names and paths as the API has them: others are the client's, and may be a key or an address. */
const API_NAME = /^[a-z]+(?:[A-Z][a-z]+)*(?:\[\d{1,3}\])?$/;

/** @param parameter a name, or a path in a body such as `settings.mapping[0]` */
const shownName = (parameter: string): string =>
  parameter.length <= 80 && parameter.split('.').every((part) => API_NAME.test(part)) ? parameter : '*';

/** What was wrong with a request, without values. As text, because log queries cannot return lists. */
const detailsOf = (error: unknown) => {
  if (!(error instanceof ProblemError)) return {};
  const { errors = [], missingPermissions = [] } = error.extensions;
  const names = errors.slice(0, MAX_NAMES).map(({ parameter }) => shownName(parameter));
  return {
    ...(names.length > 0 && { invalidParameters: names.join() }),
    ...(missingPermissions.length > 0 && { missingPermissions: missingPermissions.join() }),
  };
};

type Handled = Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Internal>;

/**
 * Logs one line per request, without secrets: no header, query or body. Lambda's JSON log format adds time
 * and level.
 *
 * @param identify returns the caller, as verified by the authorizer
 */
export const requestLog = (
  identify: (event: APIGatewayProxyEvent) => Readonly<Record<string, unknown>>,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Internal> => {
  const write = ({ event, response, error, internal }: Handled, otherwise: number): void => {
    const { requestContext, httpMethod, resource } = event;
    const status = response?.statusCode ?? otherwise;
    const line = {
      requestId: requestContext.requestId,
      ...identify(event),
      route: `${httpMethod} ${resource}`,
      status,
      milliseconds: Date.now() - internal.started,
    };
    if (error === null || error === undefined) console.info(line);
    else if (status < 500) console.info({ ...line, problem: problemOf(error), ...detailsOf(error) });
    else console.error({ ...line, error: describe(error) });
  };
  return {
    before: ({ internal }) => {
      internal.started = Date.now();
    },
    after: (request) => write(request, 0),
    onError: (request) => write(request, 500),
  };
};
