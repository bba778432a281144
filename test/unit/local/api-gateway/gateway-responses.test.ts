import { describe, expect, it } from 'vitest';
import { GatewayFailure } from '../../../../infra/local/api-gateway/definition/gateway-failure.ts';
import { readGatewayResponses } from '../../../../infra/local/api-gateway/definition/gateway-responses.ts';
import type { Resource } from '../../../../infra/local/assembly/stack.ts';

const resource = (properties: Record<string, unknown>): Resource => ({
  logicalId: 'Response',
  physicalId: 'response',
  arn: undefined,
  properties,
});
const lookup = (name: string) => ({ requestId: 'r-1', 'authorizer.missing': 'person:read' })[name];

describe('gateway responses', () => {
  it('substitutes variables, and omits those without a value', () => {
    const respond = readGatewayResponses([
      resource({
        ResponseType: 'ACCESS_DENIED',
        StatusCode: 418,
        ResponseParameters: {
          'gatewayresponse.header.Content-Type': "'application/problem+json'",
          'gatewayresponse.header.X-Request-Id': 'context.requestId',
          'gatewayresponse.header.X-None': 'context.authorizer.none',
        },
        ResponseTemplates: {
          'application/json':
            '{"a":"$context.authorizer.missing, and $context.requestId.","b":"$context.authorizer.none","c":$context.error.messageString,"d":"$context.error.responseType"}',
        },
      }),
    ]);
    expect(respond(new GatewayFailure('ACCESS_DENIED', 'No "way"'), lookup)).toEqual({
      status: 418,
      headers: [
        ['Content-Type', 'application/problem+json'],
        ['X-Request-Id', 'r-1'],
      ],
      body: '{"a":"person:read, and r-1.","b":"","c":"No \\"way\\"","d":"ACCESS_DENIED"}',
    });
  });

  it('falls back to the default of its status class', () => {
    const respond = readGatewayResponses([resource({ ResponseType: 'DEFAULT_4XX', StatusCode: '499' })]);
    expect(respond(new GatewayFailure('UNAUTHORIZED', 'Unauthorized'), lookup).status).toBe(499);
    expect(respond(new GatewayFailure('INTEGRATION_TIMEOUT', 'x'), lookup).status).toBe(504);
    expect(respond(new GatewayFailure('DEFAULT_4XX', 'x', 431), lookup).status).toBe(499);
  });

  it('answers as AWS does without definitions', () => {
    const respond = readGatewayResponses([]);
    expect(
      respond(new GatewayFailure('MISSING_AUTHENTICATION_TOKEN', 'Missing Authentication Token'), lookup),
    ).toEqual({
      status: 403,
      headers: [['Content-Type', 'application/json']],
      body: '{"message":"Missing Authentication Token"}',
    });
    expect(respond(new GatewayFailure('DEFAULT_5XX', 'Internal server error', 502), lookup).status).toBe(502);
  });
});
