import { z } from 'zod';
import type { Resource } from '../../assembly/stack.ts';
import { StartError } from '../../process/start-error.ts';
import {
  type ContextLookup,
  headerValue,
  readHeaderSource,
  requirePlainTemplate,
  substitute,
} from './context-variables.ts';
import { GatewayFailure } from './gateway-failure.ts';
import type { GatewayResponse } from './gateway-responses.ts';

/** Renders the response of a method without a backend. */
export type MockIntegration = (contentType: string | undefined, lookup: ContextLookup) => GatewayResponse;

export const mockIntegrationSchema = z.strictObject({
  Type: z.literal('MOCK'),
  RequestTemplates: z.strictObject({ 'application/json': z.string() }),
  PassthroughBehavior: z.literal('NEVER'),
  IntegrationResponses: z.tuple([
    z.strictObject({
      StatusCode: z.string().regex(/^\d{3}$/),
      ResponseParameters: z.record(z.string().startsWith('method.response.header.'), z.string()).default({}),
      ResponseTemplates: z.strictObject({ 'application/json': z.string() }),
    }),
  ]),
});

const statusOf = (requestTemplate: string): unknown => {
  try {
    const request: unknown = JSON.parse(requestTemplate);
    return typeof request === 'object' && request !== null && 'statusCode' in request && request.statusCode;
  } catch {
    return undefined;
  }
};

/**
 * Reads a mock with a single, constant response.
 *
 * @throws StartError if the request template selects another status than that of the response
 */
export const readMockIntegration = (
  resource: Resource,
  integration: z.infer<typeof mockIntegrationSchema>,
): MockIntegration => {
  const [response] = integration.IntegrationResponses;
  const status = Number(response.StatusCode);
  if (statusOf(integration.RequestTemplates['application/json']) !== status) {
    throw new StartError(
      `The request template of ${resource.logicalId} must select the status of its response, ${status}.`,
    );
  }
  const template = requirePlainTemplate(response.ResponseTemplates['application/json'], resource.logicalId);
  const sources = Object.entries(response.ResponseParameters).map(
    ([name, mapping]) =>
      [name.slice('method.response.header.'.length), readHeaderSource(mapping, resource.logicalId)] as const,
  );
  return (contentType, lookup) => {
    // PassthroughBehavior NEVER: only media types with a request template are accepted.
    if (contentType !== undefined && contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
      throw new GatewayFailure('UNSUPPORTED_MEDIA_TYPE', 'Unsupported Media Type');
    }
    const headers: [string, string][] = [];
    for (const [name, source] of sources) {
      const value = headerValue(source, lookup);
      if (value !== undefined) headers.push([name, value]);
    }
    if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) {
      headers.push(['Content-Type', 'application/json']);
    }
    return { status, headers, body: substitute(template, lookup) };
  };
};
