import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { ProblemError } from '../../shared/contract/problems.ts';

/** An error with its causes, as far as they help an operator. */
const describe = (error: unknown): unknown =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack, cause: describe(error.cause) }
    : error;

/**
 * All that is logged of a client's own mistake: it is part of normal operation, and a stack costs log bytes.
 */
const problemOf = (error: unknown): string =>
  error instanceof ProblemError ? error.problem : error instanceof Error ? error.name : 'unknown';

interface Internal extends Record<string, unknown> {
  started: number;
}

type Handled = Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Internal>;

/**
 * Writes one line for each request, whose parts are never secrets: no header, query or body is among them.
 * Lambda's JSON log format adds the time and the level.
 *
 * @param identify who is calling, as the authorizer verified it
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
