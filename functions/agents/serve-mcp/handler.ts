import middy from '@middy/core';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createDataApi } from '../../../connectors/mcp/src/data-api.ts';
import { createSalesDataServer } from '../../../connectors/mcp/src/server.ts';
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
import { readMessage, requireOwnOrigin } from './read-message.ts';
import { toProxyResult, toWebRequest } from './web-messages.ts';

export interface ServeMcpDependencies {
  /** @default the platform's own */
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
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set(CALLER_ADDRESS_HEADER, signedAddress);
    return send(input, { ...init, headers });
  };

/**
 * Creates the Lambda handler of the MCP server: Streamable HTTP without sessions and streams, one message per
 * request. Its tools call the data API with the caller's key, so it can read only what the key can, and has
 * no other access.
 */
export const serveMcp = ({ fetch = globalThis.fetch, timeLimit }: ServeMcpDependencies) =>
  middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const baseUrl = baseUrlOf(event, MCP_ROUTE.path);
    requireOwnOrigin(event, new URL(baseUrl).origin);
    const parsedBody = readMessage(event);
    const { permissions, signedAddress } = fromContext(event.requestContext.authorizer ?? undefined);
    const send = signedAddress === undefined ? fetch : passingOn(signedAddress, fetch);
    const api = createDataApi({ baseUrl, apiKey: apiKeyOf(event), retries: RETRIES, fetch: send });
    const onError = (error: unknown): void => console.error({ message: 'A tool failed.', error });
    const createServer = () => createSalesDataServer({ api, permissions, timeLimit, onError });
    const request = toWebRequest(event, `${baseUrl}${MCP_ROUTE.path}`);
    if (!(await isLegacyRequest(request, parsedBody))) {
      const modern = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0 });
      return toProxyResult(event, await modern.fetch(request, { parsedBody }));
    }
    // The protocol before 2026-07-28. The SDK's own fallback answers with event streams.
    const server = createServer();
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await toProxyResult(event, await transport.handleRequest(request, { parsedBody }));
    } finally {
      await server.close();
    }
  }, EARLY_ANSWER)
    .use(requestLog(identifyKey))
    .use(rateLimitPolicy())
    .use(problemResponses());
