import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createDataApi } from '../../../connectors/mcp/src/data-api.ts';
import {
  errorResponse,
  METHOD_NOT_FOUND,
  type Response,
  RpcError,
  readMessage,
} from '../../../connectors/mcp/src/json-rpc.ts';
import { createSalesDataServer } from '../../../connectors/mcp/src/server.ts';
import { NEWEST_VERSION, versionOf } from '../../../connectors/mcp/src/versions.ts';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { CALLER_ADDRESS_HEADER } from '../../../shared/keys/caller-address.ts';
import { credentialOf } from '../../http/credential.ts';
import { identifyKey } from '../../http/data-api.ts';
import { EARLY_ANSWER } from '../../http/early-answer.ts';
import { fromContext } from '../../http/key-principal.ts';
import { problemResponses } from '../../http/problem-responses.ts';
import { rateLimitPolicy } from '../../http/rate-limit-policy.ts';
import { baseUrlOf } from '../../http/request.ts';
import { requestLog } from '../../http/request-log.ts';
import { JSON_CONTENT_TYPE, responseHeaders } from '../../http/response-headers.ts';
import { bareFetch } from './bare-fetch.ts';
import { declaredVersion, requireJson } from './read-headers.ts';
import { parseBody, requireOwnOrigin } from './read-message.ts';

export interface ServeMcpDependencies {
  /** @default {@link bareFetch} */
  readonly fetch?: typeof globalThis.fetch;
  /** For all requests of a call together, in milliseconds. */
  readonly timeLimit: number;
}

/**
 * Never waits: a function that sleeps takes concurrency from all, so a refused call tells the agent when to
 * repeat it. What remains is one retry of a network error, such as a connection that a frozen function kept.
 */
const RETRIES = { attempts: 2, longestWait: 0 };

const apiKeyOf = ({ multiValueHeaders }: APIGatewayProxyEvent): string => {
  const apiKey = credentialOf(multiValueHeaders, true);
  if (apiKey === undefined) throw new Error('The request carries no key: the method has no authorizer.');
  return apiKey;
};

/** Sends requests with the address of the caller, where its key must be allowed. */
const passingOn =
  (signedAddress: string, send: typeof fetch): typeof fetch =>
  (input, init) =>
    send(input, { ...init, headers: { ...Object(init?.headers), [CALLER_ADDRESS_HEADER]: signedAddress } });

/** The answer to this caller alone; a notification has none. */
const toProxyResult = (
  event: APIGatewayProxyEvent,
  statusCode: number,
  response: Response | undefined,
): APIGatewayProxyResult => ({
  statusCode,
  headers: responseHeaders(event, JSON_CONTENT_TYPE, 'no-store'),
  body: response === undefined ? '' : JSON.stringify(response),
});

/** Since 2026-07-28, an unknown method is an error of HTTP, too. */
const statusOf = (response: Response | undefined, version: string): number => {
  if (response === undefined) return 202;
  const isUnknown = 'error' in response && response.error.code === METHOD_NOT_FOUND;
  return isUnknown && version === NEWEST_VERSION ? 404 : 200;
};

/**
 * Creates the Lambda handler of the MCP server: Streamable HTTP without sessions and streams, one message per
 * request. Its tools call the data API with the caller's key, so it can read only what the key can, and has
 * no other access.
 */
export const serveMcp = ({ fetch = bareFetch, timeLimit }: ServeMcpDependencies) =>
  middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const baseUrl = baseUrlOf(event, MCP_ROUTE.path);
    requireOwnOrigin(event, new URL(baseUrl).origin);
    requireJson(event);
    let sent: unknown;
    try {
      sent = parseBody(event);
      const message = readMessage(sent);
      if (message === undefined) return toProxyResult(event, 202, undefined);
      const version = versionOf(message, declaredVersion(event, message));
      const { permissions, signedAddress } = fromContext(event.requestContext.authorizer ?? undefined);
      const send = signedAddress === undefined ? fetch : passingOn(signedAddress, fetch);
      const api = createDataApi({ baseUrl, apiKey: apiKeyOf(event), retries: RETRIES, fetch: send });
      const onError = (error: unknown): void => console.error({ message: 'A tool failed.', error });
      const answer = createSalesDataServer({ api, permissions, timeLimit, onError });
      const response = await answer(message, version, new AbortController().signal);
      return toProxyResult(event, statusOf(response, version), response);
    } catch (error) {
      if (error instanceof RpcError) return toProxyResult(event, 400, errorResponse(sent, error));
      throw error;
    }
  }, EARLY_ANSWER)
    .use(requestLog(identifyKey))
    .use(rateLimitPolicy())
    .use(problemResponses());
