import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { describe, expect, it } from 'vitest';
import { type Api, resourcesOfApi, synthesize } from '../../support/platform/synthesis.ts';

interface GatewayResponse {
  readonly RestApiId: unknown;
  readonly ResponseType: string;
  readonly StatusCode: string;
  readonly ResponseParameters: Readonly<Record<string, string>>;
  readonly ResponseTemplates: Readonly<Record<string, string>>;
}

const responsesOf = (api: Api): readonly GatewayResponse[] =>
  [
    ...resourcesOfApi<GatewayResponse>(
      synthesize('production'),
      'AWS::ApiGateway::GatewayResponse',
      api,
    ).values(),
  ].map(({ Properties }) => Properties);
const responses = responsesOf('SalesApi');

/** Every type that CDK knows. */
const ALL_TYPES = Object.values(ResponseType)
  .filter((value) => value instanceof ResponseType)
  .map(({ responseType }) => responseType);

/** There are no request validators, and API Gateway ignores the response of a body of over 10 MB. */
const IMPOSSIBLE = ['BAD_REQUEST_BODY', 'BAD_REQUEST_PARAMETERS', 'REQUEST_TOO_LARGE'];
/** A value with `…` for each reference. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const [, parts] = Object(value)['Fn::Join'] as [string, readonly unknown[]];
  return parts.map((part) => (typeof part === 'string' ? part : '…')).join('');
};

const OF_USAGE_PLANS = ['INVALID_API_KEY', 'QUOTA_EXCEEDED'];

describe.each<Api>(['SalesApi', 'AdminApi'])('gateway responses of %s', (api) => {
  const all = responsesOf(api);

  it('declares a response for every error that API Gateway can produce', () => {
    const impossible = api === 'SalesApi' ? IMPOSSIBLE : [...IMPOSSIBLE, ...OF_USAGE_PLANS];
    expect(all.map((response) => response.ResponseType).sort()).toEqual(
      ALL_TYPES.filter((type) => !impossible.includes(type)).sort(),
    );
  });

  it.each(all.map((response) => [response.ResponseType, response] as const))(
    "returns a problem document with the response's status for %s",
    (_, response) => {
      expect(response.ResponseParameters).toMatchObject({
        'gatewayresponse.header.Content-Type': "'application/problem+json'",
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
        'gatewayresponse.header.Strict-Transport-Security': "'max-age=63072000'",
        'gatewayresponse.header.X-Content-Type-Options': "'nosniff'",
      });
      const document: unknown = JSON.parse(response.ResponseTemplates['application/json'] ?? '');
      expect(document).toEqual({
        type: expect.stringMatching(/^urn:sales-data:problem:[a-z-]+$|^\$context\.authorizer\.deniedType$/),
        title: expect.stringMatching(/./),
        status: Number(response.StatusCode),
        detail: expect.stringMatching(/\.$|^\$context\.authorizer\.deniedDetail$/),
        requestId: '$context.requestId',
        ...(api === 'SalesApi' && response.ResponseType === 'ACCESS_DENIED'
          ? { '$context.authorizer.deniedMember': ['$context.authorizer.deniedValue'] }
          : {}),
      });
    },
  );
});

describe('gateway responses of the data API', () => {
  it.each([
    ['UNAUTHORIZED', '401', 'WWW-Authenticate'],
    ['ACCESS_DENIED', '403', undefined],
    ['MISSING_AUTHENTICATION_TOKEN', '404', undefined],
    ['UNSUPPORTED_MEDIA_TYPE', '405', 'Allow'],
    ['THROTTLED', '429', 'Retry-After'],
    ['QUOTA_EXCEEDED', '429', 'Retry-After'],
    ['INVALID_API_KEY', '503', 'Retry-After'],
    ['AUTHORIZER_FAILURE', '503', 'Retry-After'],
    ['AUTHORIZER_CONFIGURATION_ERROR', '503', 'Retry-After'],
    ['INTEGRATION_FAILURE', '503', 'Retry-After'],
    ['INTEGRATION_TIMEOUT', '504', 'Retry-After'],
    ['DEFAULT_5XX', '500', 'Retry-After'],
    ['API_CONFIGURATION_ERROR', '500', 'Retry-After'],
  ])('answers %s with %s', (type, status, header) => {
    const response = responses.find((each) => each.ResponseType === type);
    expect(response?.StatusCode).toBe(status);
    if (header !== undefined) {
      const value = textOf(response?.ResponseParameters[`gatewayresponse.header.${header}`]);
      expect(value).toMatch(
        type === 'QUOTA_EXCEEDED' ? /^context\.authorizer\.quotaResetSeconds$/ : /^'.+'$/,
      );
    }
  });

  it('leads MCP clients from a 401 to the metadata of OAuth, in a header that starts with `Bearer`', () => {
    const response = responses.find((each) => each.ResponseType === 'UNAUTHORIZED');
    const value = textOf(response?.ResponseParameters['gatewayresponse.header.WWW-Authenticate']);
    expect(value).toBe(
      `'Bearer ` +
        'resource_metadata="https://….execute-api.….…/api/.well-known/oauth-protected-resource/v1/mcp", ' +
        `ApiKey realm="sales-data", header="X-Api-Key"'`,
    );
  });

  it.each(['ACCESS_DENIED', 'THROTTLED', 'QUOTA_EXCEEDED'])(
    'sends the `RateLimit-Policy` of the key with %s',
    (type) => {
      const response = responses.find((each) => each.ResponseType === type);
      expect(response?.ResponseParameters['gatewayresponse.header.RateLimit-Policy']).toBe(
        'context.authorizer.rateLimitPolicy',
      );
    },
  );

  it('distinguishes an exceeded rate from an exceeded quota', () => {
    const typeOf = (type: string): unknown => {
      const response = responses.find((each) => each.ResponseType === type);
      return JSON.parse(response?.ResponseTemplates['application/json'] ?? '{}').type;
    };
    expect(typeOf('THROTTLED')).not.toBe(typeOf('QUOTA_EXCEEDED'));
  });
});
