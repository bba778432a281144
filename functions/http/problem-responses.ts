import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import {
  INTERNAL_ERROR_DETAIL,
  PROBLEM_CONTENT_TYPE,
  ProblemError,
  problemDocument,
  UNAVAILABLE_DETAIL,
  UNAVAILABLE_RETRY_AFTER,
} from '../../shared/contract/problems.ts';
import { isTransientFailure } from '../../shared/runtime/transient-failure.ts';
import { TableUnavailableError } from '../../shared/table/reader.ts';
import { responseHeaders } from './response-headers.ts';

/** Covers the table and other AWS services, such as KMS, SQS and API Gateway. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof TableUnavailableError || isTransientFailure(error);

/** Tells clients everything about their own errors and nothing about ours. */
const toProblem = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  if (isUnavailable(error)) {
    return new ProblemError('service-unavailable', UNAVAILABLE_DETAIL);
  }
  return new ProblemError('internal-error', INTERNAL_ERROR_DETAIL);
};

/**
 * Turns each error into a problem document. Register it first, so that it covers all other middleware.
 *
 * @param translate turns errors of specific functions into problems, and returns any other unchanged
 */
export const problemResponses = (
  translate: (error: unknown) => unknown = (error) => error,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { problem, message, extensions, headers } = toProblem(translate(request.error));
    const { requestId } = request.event.requestContext;
    const document = problemDocument(problem, message, requestId, extensions);
    request.response = {
      statusCode: document.status,
      headers: {
        ...responseHeaders(request.event, PROBLEM_CONTENT_TYPE, 'no-store'),
        ...(document.status >= 500 ? { 'Retry-After': UNAVAILABLE_RETRY_AFTER } : {}),
        ...headers,
      },
      body: request.event.httpMethod === 'HEAD' ? '' : JSON.stringify(document),
    };
  },
});
