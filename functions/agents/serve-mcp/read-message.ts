import type { APIGatewayProxyEvent } from 'aws-lambda';
import { PARSE_ERROR, RpcError } from '../../../connectors/mcp/src/json-rpc.ts';
import { ProblemError } from '../../../shared/contract/problems.ts';
import { headerValues } from '../../http/headers.ts';

/** Far more than a call with 100 ids has. */
const MAX_BODY_CHARACTERS = 100_000;

/**
 * Requires that a web page did not send the request from another origin, as the protocol demands against DNS
 * rebinding. Programs send no `Origin`.
 *
 * @param origin that of the API
 */
export const requireOwnOrigin = ({ multiValueHeaders }: APIGatewayProxyEvent, origin: string): void => {
  if (headerValues(multiValueHeaders, 'origin').some((each) => each !== origin)) {
    throw new ProblemError(
      'forbidden',
      'Web pages cannot use this server: the `Origin` header is not allowed.',
    );
  }
};

/**
 * Parses the body of a request, with or without a byte order mark.
 *
 * @throws ProblemError if it is too long, or a batch, which would be many calls in one request
 * @throws RpcError if it is not JSON
 */
export const parseBody = ({ body }: APIGatewayProxyEvent): unknown => {
  const text = body ?? '';
  if (text.length > MAX_BODY_CHARACTERS) {
    throw new ProblemError(
      'content-too-large',
      `The request body exceeds the maximum of ${MAX_BODY_CHARACTERS} characters.`,
    );
  }
  let message: unknown;
  try {
    message = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new RpcError(PARSE_ERROR, 'The body must be JSON.');
  }
  if (Array.isArray(message)) {
    throw new ProblemError(
      'invalid-request',
      'Batches are not supported. Send one JSON-RPC message per request.',
    );
  }
  return message;
};
