import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ProblemError } from '../../shared/contract/problems.ts';

/** An error with its causes, as far as they help an operator. */
const describe = (error: unknown): unknown =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack, cause: describe(error.cause) }
    : error;

/** A client's own mistake is part of normal operation: its stack would only cost log bytes. */
const isClientError = (error: unknown, status: number): boolean =>
  error instanceof ProblemError && status < 500;

/**
 * Writes one line for each request, whose parts are never secrets: no header, query or body is among them.
 * Lambda's JSON log format adds the time and the level.
 */
export const requestLog = (): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => {
  const write = (event: APIGatewayProxyEvent, status: number, error?: unknown): void => {
    const { requestContext, httpMethod, resource } = event;
    const line = {
      requestId: requestContext.requestId,
      organizationId: requestContext.authorizer?.['organizationId'],
      keyId: requestContext.authorizer?.['keyId'],
      route: `${httpMethod} ${resource}`,
      status,
    };
    if (error === undefined) console.info(line);
    else if (isClientError(error, status))
      console.info({ ...line, problem: (error as ProblemError).problem });
    else console.error({ ...line, error: describe(error) });
  };
  return {
    after: ({ event, response }) => write(event, response?.statusCode ?? 0),
    onError: ({ event, response, error }) => write(event, response?.statusCode ?? 500, error),
  };
};
