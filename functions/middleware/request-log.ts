import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ProblemError } from '../../shared/contract/problems.ts';

/** An error with its causes, as far as they help an operator. */
const describe = (error: unknown): unknown =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack, cause: describe(error.cause) }
    : error;

/** All that is logged of a client's own mistake: it is part of normal operation, and a stack costs log bytes. */
const problemOf = (error: unknown): string =>
  error instanceof ProblemError ? error.problem : error instanceof Error ? error.name : 'unknown';

/**
 * Writes one line for each request, whose parts are never secrets: no header, query or body is among them.
 * Lambda's JSON log format adds the time and the level.
 *
 * @param identify who is calling, as the authorizer verified it
 */
export const requestLog = (
  identify: (event: APIGatewayProxyEvent) => Readonly<Record<string, unknown>>,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => {
  const write = (event: APIGatewayProxyEvent, status: number, error?: unknown): void => {
    const { requestContext, httpMethod, resource } = event;
    const line = {
      requestId: requestContext.requestId,
      ...identify(event),
      route: `${httpMethod} ${resource}`,
      status,
    };
    if (error === undefined) console.info(line);
    else if (status < 500) console.info({ ...line, problem: problemOf(error) });
    else console.error({ ...line, error: describe(error) });
  };
  return {
    after: ({ event, response }) => write(event, response?.statusCode ?? 0),
    onError: ({ event, response, error }) => write(event, response?.statusCode ?? 500, error),
  };
};
