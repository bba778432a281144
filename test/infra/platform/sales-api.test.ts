import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { OAUTH_METHODS } from '../../../infra/constructs/agents/serve-oauth.ts';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { ROUTES, UNKNOWN_PATH } from '../../../shared/operations/data-api/routes.ts';
import { OPENAPI_PATH } from '../../../shared/operations/openapi-route.ts';
import { httpMethodsOf } from '../../../shared/operations/route.ts';
import { methodsOf, synthesize } from '../../support/platform/synthesis.ts';

const template = synthesize('production');

const methods = () => methodsOf(template, 'SalesApi');

describe('the data API', () => {
  it('declares only routes, the OpenAPI document, MCP with OAuth, and a catch-all for each path', () => {
    const routes = [...Object.values(ROUTES), { method: 'GET', path: OPENAPI_PATH } as const, MCP_ROUTE];
    const expected = [
      ...routes.flatMap((route) => httpMethodsOf(route).map((method) => `${method} ${route.path}`)),
      ...new Set(routes.map(({ path }) => `ANY ${path}`)),
      ...new Set(OAUTH_METHODS.flatMap(({ method, path }) => [`${method} ${path}`, `ANY ${path}`])),
      `ANY ${UNKNOWN_PATH.path}`,
    ];
    expect([...methods().keys()].sort()).toEqual(expected.sort());
  });

  it('authorizes and meters all operations but the OpenAPI document and OAuth, and mocks other methods', () => {
    const isPublic = (name: string): boolean =>
      OAUTH_METHODS.some(({ method, path }) => name === `${method} ${path}`) ||
      (/^(GET|HEAD) /.test(name) && name.endsWith(OPENAPI_PATH));
    for (const [name, properties] of methods()) {
      if (isPublic(name)) {
        expect(properties).toMatchObject({ AuthorizationType: 'NONE', Integration: { Type: 'AWS_PROXY' } });
      } else if (name === `ANY ${UNKNOWN_PATH.path}`) {
        expect(properties).toMatchObject({ AuthorizationType: 'CUSTOM', Integration: { Type: 'MOCK' } });
        expect(properties['ApiKeyRequired']).toBe(false);
      } else if (name.startsWith('ANY ')) {
        expect(properties).toMatchObject({ AuthorizationType: 'NONE', Integration: { Type: 'MOCK' } });
      } else {
        expect(properties).toMatchObject({
          AuthorizationType: 'CUSTOM',
          ApiKeyRequired: true,
          Integration: { Type: 'AWS_PROXY' },
        });
      }
    }
  });

  it('gives each route its own function', () => {
    const uris = Object.values(ROUTES).map(({ method, path }) =>
      JSON.stringify(methods().get(`${method} ${path}`)?.['Integration']),
    );
    expect(new Set(uris).size).toBe(Object.keys(ROUTES).length);
  });

  it('never caches authorizer results, and invokes the authorizer only with a key, but at /v1/mcp', () => {
    const authorizers = template.findResources('AWS::ApiGateway::Authorizer', {
      Properties: { Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 },
    });
    const sourceOf = (properties: Readonly<Record<string, unknown>> | undefined): unknown => {
      const { Ref: id = '' } = (properties?.['AuthorizerId'] ?? {}) as { Ref?: string };
      return authorizers[id]?.['Properties']?.IdentitySource;
    };
    const mcp = `${MCP_ROUTE.method} ${MCP_ROUTE.path}`;
    expect(Object.keys(authorizers)).toHaveLength(2);
    for (const { method, path } of Object.values(ROUTES)) {
      expect(sourceOf(methods().get(`${method} ${path}`)), path).toBe('method.request.header.X-Api-Key');
    }
    expect(methods().get(mcp)).toMatchObject({ AuthorizationType: 'CUSTOM', ApiKeyRequired: true });
    expect(sourceOf(methods().get(mcp))).toBeUndefined();
  });

  it('takes the gateway key from the authorizer, and compresses responses from 1 KB', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      ApiKeySourceType: 'AUTHORIZER',
      MinimumCompressionSize: 1024,
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
  });

  it('refuses TLS 1.0 and 1.1 at the addresses that API Gateway assigns, like the admin API', () => {
    template.allResourcesProperties('AWS::ApiGateway::RestApi', {
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PQ_2025_09',
      EndpointAccessMode: 'BASIC',
    });
  });

  it('traces requests, and writes access logs without API keys', () => {
    template.hasResourceProperties('AWS::ApiGateway::Stage', {
      TracingEnabled: true,
      AccessLogSetting: { Format: Match.not(Match.stringLikeRegexp('[xX]-[aA]pi-[kK]ey|apiKey')) },
    });
  });

  it('declares the usage plans of the configuration', () => {
    template.resourceCountIs('AWS::ApiGateway::UsagePlan', 2);
    template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      UsagePlanName: 'SalesData-production-standard',
      Throttle: { RateLimit: 10, BurstLimit: 20 },
      Quota: { Limit: 100_000, Period: 'DAY' },
    });
    template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      UsagePlanName: 'SalesData-production-high-volume',
      Throttle: { RateLimit: 100, BurstLimit: 200 },
      Quota: { Limit: 2_000_000, Period: 'DAY' },
    });
  });

  it('outputs its base URL, its table and its usage plans', () => {
    expect(Object.keys(template.findOutputs('*'))).toEqual(
      expect.arrayContaining(['ApiUrl', 'TableName', 'UsagePlans']),
    );
  });

  it('outputs how long copies of deleted data last', () => {
    expect(JSON.parse(template.findOutputs('Retention')['Retention']?.['Value'])).toEqual({
      backupDays: 35,
      queueDays: 14,
      importDays: 90,
    });
  });
});
