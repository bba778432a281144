import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import {
  PROBLEM_CONTENT_TYPE,
  ProblemError,
  problemDocument,
  problemStatus,
} from '../../shared/contract/problems.ts';
import { TableUnavailableError } from '../../shared/table/reader.ts';

/** Seconds after which a client may try again when the table does not answer. */
const UNAVAILABLE_RETRY_AFTER = '1';

/** What a client may know of a failure: everything about its own mistakes, nothing about ours. */
const toProblem = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  if (error instanceof TableUnavailableError) {
    return new ProblemError(
      'service-unavailable',
      'The service cannot answer for now. Try again after the time in Retry-After.',
      { headers: { 'Retry-After': UNAVAILABLE_RETRY_AFTER } },
    );
  }
  return new ProblemError(
    'internal-error',
    'Something went wrong on our side. If it happens again, report the requestId.',
  );
};

/** Turns whatever was thrown into a problem document. Registered first, so that it covers everything else. */
export const problemResponses = (): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { problem, message, errors, headers } = toProblem(request.error);
    const { requestId } = request.event.requestContext;
    request.response = {
      statusCode: problemStatus(problem),
      headers: {
        'Content-Type': PROBLEM_CONTENT_TYPE,
        'Cache-Control': 'no-store',
        'X-Request-Id': requestId,
        ...headers,
      },
      body:
        request.event.httpMethod === 'HEAD'
          ? ''
          : JSON.stringify(problemDocument(problem, message, requestId, errors)),
    };
  },
});
