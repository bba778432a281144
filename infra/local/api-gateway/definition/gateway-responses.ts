import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource } from '../../assembly/stack.ts';
import { StartError } from '../../process/start-error.ts';
import { type ResponseTemplate, readResponseTemplate, responseProperties } from './response-template.ts';

/**
 * The gateway response types of failures on this machine
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
 */
const FAILURE_TYPES = [
  'ACCESS_DENIED',
  'API_CONFIGURATION_ERROR',
  'AUTHORIZER_CONFIGURATION_ERROR',
  'AUTHORIZER_FAILURE',
  'DEFAULT_4XX',
  'DEFAULT_5XX',
  'INTEGRATION_TIMEOUT',
  'INVALID_API_KEY',
  'MISSING_AUTHENTICATION_TOKEN',
  'QUOTA_EXCEEDED',
  'REQUEST_TOO_LARGE',
  'THROTTLED',
  'UNAUTHORIZED',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;
export type FailureType = (typeof FAILURE_TYPES)[number];

/** Thrown where the gateway itself answers, with the gateway response of this type. */
export class GatewayFailure extends Error {
  override readonly name = 'GatewayFailure';
  readonly type: FailureType;

  constructor(type: FailureType) {
    super(type);
    this.type = type;
  }
}

const gatewayResponseSchema = z.strictObject({
  ResponseType: z.string(),
  ...responseProperties,
  RestApiId: ignored(),
});

/**
 * The gateway responses of an API, by type.
 *
 * @param api its name, for error messages
 * @throws StartError for a missing response, so that AWS's own need no imitation, and for an unsupported one
 */
export const readGatewayResponses = (resources: readonly Resource[], api: string) => {
  const templates = new Map<string, ResponseTemplate>();
  for (const resource of resources) {
    const { ResponseType: type, ...properties } = readProperties(resource, gatewayResponseSchema);
    templates.set(type, readResponseTemplate(properties, resource.logicalId));
  }
  return Object.fromEntries(
    FAILURE_TYPES.map((type) => {
      const template = templates.get(type);
      if (template !== undefined) return [type, template];
      throw new StartError(
        `The API ${api} lacks the gateway response ${type}, which the local runner needs.`,
      );
    }),
  ) as Readonly<Record<FailureType, ResponseTemplate>>;
};
