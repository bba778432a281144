import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource } from '../../assembly/stack.ts';
import { StartError } from '../../process/start-error.ts';
import {
  type GatewayResponse,
  type ResponseTemplate,
  readResponseTemplate,
  responseProperties,
} from './response-template.ts';

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
  'THROTTLED',
  'UNAUTHORIZED',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;
export type FailureType = (typeof FAILURE_TYPES)[number];

/**
 * What API Gateway answers to a body of over 10 MB: a gateway response for it can be declared, but is not
 * used (https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
 */
export const TOO_LARGE: GatewayResponse = {
  status: 413,
  headers: [['Content-Type', 'text/plain']],
  body: 'HTTP content length exceeded 10485760 bytes.',
};

/** Thrown for a body of over 10 MB. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** Thrown where the gateway itself answers, with the gateway response of this type. */
export class GatewayFailure extends Error {
  override readonly name = 'GatewayFailure';
  readonly type: FailureType;

  constructor(type: FailureType) {
    super(type);
    this.type = type;
  }
}

/** What answers failures of an API that declares no response of its own for them. */
const DEFAULTS: Readonly<Partial<Record<FailureType, FailureType>>> = {
  INVALID_API_KEY: 'DEFAULT_4XX',
  QUOTA_EXCEEDED: 'DEFAULT_4XX',
};

const gatewayResponseSchema = z.strictObject({
  ResponseType: z.string(),
  ...responseProperties,
  RestApiId: ignored(),
});

/**
 * The gateway responses of an API, by type.
 *
 * @param api its name, for error messages
 * @param localUrl translates an address of the stack into the one on this machine
 * @throws StartError without the default ones, so that AWS's own need no imitation, and for an unsupported
 *   one
 */
export const readGatewayResponses = (
  resources: readonly Resource[],
  api: string,
  localUrl?: (url: string) => string,
) => {
  const templates = new Map<string, ResponseTemplate>();
  for (const resource of resources) {
    const { ResponseType: type, ...properties } = readProperties(resource, gatewayResponseSchema);
    templates.set(type, readResponseTemplate(properties, resource.logicalId, localUrl));
  }
  return Object.fromEntries(
    FAILURE_TYPES.map((type) => {
      const template = templates.get(type) ?? templates.get(DEFAULTS[type] ?? '');
      if (template !== undefined) return [type, template];
      throw new StartError(
        `The API ${api} lacks the gateway response ${type}, which the local runner needs.`,
      );
    }),
  ) as Readonly<Record<FailureType, ResponseTemplate>>;
};
