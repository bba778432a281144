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
    else if (status < 500) console.info({ ...line, problem: problemOf(error) });
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
