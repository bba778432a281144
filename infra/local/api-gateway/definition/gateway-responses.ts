import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource } from '../../assembly/stack.ts';
import {
  type ContextLookup,
  type HeaderSource,
  headerValue,
  readHeaderSource,
  requirePlainTemplate,
  substitute,
} from './context-variables.ts';
import { GATEWAY_RESPONSE_STATUS, type GatewayFailure, type GatewayResponseType } from './gateway-failure.ts';

/** An HTTP response before compression. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

interface Customization {
  readonly status: number | undefined;
  readonly headers: readonly (readonly [name: string, source: HeaderSource])[];
  readonly template: string;
}

/** Renders the response to a failure. */
export type GatewayResponses = (failure: GatewayFailure, lookup: ContextLookup) => GatewayResponse;

const HEADER_PREFIX = 'gatewayresponse.header.';
const DEFAULT_TEMPLATE = '{"message":$context.error.messageString}';

const TYPES = Object.keys(GATEWAY_RESPONSE_STATUS) as [GatewayResponseType, ...GatewayResponseType[]];

const gatewayResponseSchema = z.strictObject({
  ResponseType: z.enum(TYPES),
  ResponseParameters: z.record(z.string().startsWith(HEADER_PREFIX), z.string()).default({}),
  ResponseTemplates: z.strictObject({ 'application/json': z.string() }).optional(),
  StatusCode: z.coerce.number().int().optional(),
  RestApiId: ignored(),
});

const readCustomization = (resource: Resource): readonly [GatewayResponseType, Customization] => {
  const properties = readProperties(resource, gatewayResponseSchema);
  const template = properties.ResponseTemplates?.['application/json'] ?? DEFAULT_TEMPLATE;
  return [
    properties.ResponseType,
    {
      status: properties.StatusCode,
      headers: Object.entries(properties.ResponseParameters).map(([name, mapping]) => [
        name.slice(HEADER_PREFIX.length),
        readHeaderSource(mapping, resource.logicalId),
      ]),
      template: requirePlainTemplate(template, resource.logicalId),
    },
  ];
};

const UNCUSTOMIZED: Customization = { status: undefined, headers: [], template: DEFAULT_TEMPLATE };

/**
 * The gateway responses of the API. An undefined type falls back to `DEFAULT_4XX` or `DEFAULT_5XX`, and from there to
 * AWS's own response.
 *
 * @throws StartError for unsupported templates and mappings
 */
export const readGatewayResponses = (resources: readonly Resource[]): GatewayResponses => {
  const customizations = new Map(resources.map(readCustomization));
  return (failure, lookup) => {
    const fallback = failure.status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
    const customization = customizations.get(failure.type) ?? customizations.get(fallback) ?? UNCUSTOMIZED;
    const variables: ContextLookup = (name) => {
      if (name === 'error.message') return failure.message;
      if (name === 'error.messageString') return JSON.stringify(failure.message);
      if (name === 'error.responseType') return failure.type;
      return lookup(name);
    };
    const headers: [string, string][] = [['Content-Type', 'application/json']];
    for (const [name, source] of customization.headers) {
      const value = headerValue(source, variables);
      if (name.toLowerCase() === 'content-type') headers.shift();
      if (value !== undefined) headers.push([name, value]);
    }
    return {
      status: customization.status ?? failure.status,
      headers,
      body: substitute(customization.template, variables),
    };
  };
};
