import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readApiOfOutput } from '../../../../infra/local/api-gateway/definition/api-definition.ts';
import { readAssembly } from '../../../../infra/local/assembly/assembly.ts';
import { deployStack } from '../../../../infra/local/assembly/stack.ts';
import { smallTemplate, writeAssembly } from '../small-assembly.ts';

const deploy = (
  change: (resources: ReturnType<typeof smallTemplate>['Resources']) => void = () => undefined,
) => {
  const template = smallTemplate();
  change(template.Resources);
  return readApiOfOutput(deployStack(readAssembly(writeAssembly(template)), 'eu-west-1'), 'ApiUrl');
};

const change = (id: string, properties: Record<string, unknown>) => () =>
  deploy((resources) => Object.assign(resources[id]?.Properties ?? {}, properties));

describe('an assembly', () => {
  it('gives a resource the same name each time', () => {
    const names = () =>
      deployStack(readAssembly(writeAssembly()), 'eu-west-1').resourcesOf('AWS::DynamoDB::Table')[0]
        ?.physicalId;
    expect(names()).toBe('Small-Table');
    expect(names()).toBe(names());
    expect(deploy().apiId).toMatch(/^[a-z0-9]{10}$/);
  });

  it('names a resource as in the template, with references', () => {
    const template = smallTemplate();
    const BucketName = { 'Fn::Join': ['-', ['files', { Ref: 'AWS::AccountId' }]] };
    Object.assign(template.Resources, {
      Files: { Type: 'AWS::S3::Bucket', Properties: { BucketName } },
    });
    const stack = deployStack(readAssembly(writeAssembly(template)), 'eu-west-1');
    expect(stack.resourcesOf('AWS::S3::Bucket')).toMatchObject([
      { physicalId: 'files-000000000000', arn: 'arn:aws:s3:::files-000000000000' },
    ]);
  });

  it('resolves paths in any order of parents and children', () => {
    expect(deploy().route('GET', ['things', 'x'])?.method.resourcePath).toBe('/things/{id}');
  });

  it('limits a method to its own throttle, or else to that of the stage', () => {
    const api = deploy((resources) => {
      const own = { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 7 };
      const common = { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 };
      Object.assign(resources['Stage']?.Properties ?? {}, {
        MethodSettings: [
          { HttpMethod: '*', ResourcePath: '/*', MetricsEnabled: true, ...common },
          { HttpMethod: 'GET', ResourcePath: '/~1things~1{id}', ...own },
        ],
      });
    });
    const throttleOf = (method: string) => api.route(method, ['things', 'x'])?.method.throttle;
    expect([throttleOf('GET'), throttleOf('HEAD')]).toEqual([
      { rate: 5, burst: 7 },
      { rate: 1, burst: 2 },
    ]);
  });

  it.each([
    [
      'an unknown type',
      () => deploy((r) => Object.assign(r, { Files: { Type: 'AWS::EFS::FileSystem' } })),
      /Files, a resource of the type AWS::EFS::FileSystem/,
    ],
    [
      'a condition',
      () => deploy((r) => Object.assign(r['Table'] ?? {}, { Condition: 'C' })),
      /conditions, which Table has/,
    ],
    [
      'an unknown property',
      change('Api', { DisableExecuteApiEndpoint: true }),
      /does not support this configuration of Api.*DisableExecuteApiEndpoint/,
    ],
    [
      'a cached authorizer',
      change('Authorizer', { AuthorizerResultTtlInSeconds: 300 }),
      /Authorizer.*AuthorizerResultTtlInSeconds/,
    ],
    [
      'an unknown integration type',
      change('ThingGet', { Integration: { Type: 'HTTP' } }),
      /ThingGet.*Integration/,
    ],
    [
      'a method without a throttle',
      change('Stage', { MethodSettings: [{ HttpMethod: 'GET', ResourcePath: '/~1things~1{id}' }] }),
      /Stage.*MethodSettings/,
    ],
    [
      'a method without its authorizer',
      change('ThingGet', { AuthorizerId: { Ref: 'AdminAuthorizer' } }),
      /ThingGet needs an authorizer/,
    ],
    ['a missing parent of a resource', change('Thing', { ParentId: 'gone' }), /lacks a resource of the API/],
    [
      'a mock that selects another status than that of its response',
      change('ThingAny', {
        Integration: {
          ...(smallTemplate().Resources['ThingAny']?.Properties['Integration'] as object),
          RequestTemplates: { 'application/json': '{"statusCode":200}' },
        },
      }),
      /ThingAny.*select the status/,
    ],
    [
      'a missing gateway response',
      () => deploy((r) => Reflect.deleteProperty(r, 'ApiTHROTTLED')),
      /Api lacks the gateway response THROTTLED/,
    ],
    [
      'a template with more than variables',
      change('ApiMISSING_AUTHENTICATION_TOKEN', {
        ResponseTemplates: { 'application/json': "$input.json('$')" },
      }),
      /ApiMISSING_AUTHENTICATION_TOKEN has a template/,
    ],
    [
      'a header from the request',
      change('ApiMISSING_AUTHENTICATION_TOKEN', {
        ResponseParameters: { 'gatewayresponse.header.X': 'method.request.header.Y' },
      }),
      /ApiMISSING_AUTHENTICATION_TOKEN maps a header/,
    ],
    [
      'an unsupported variable',
      change('ApiMISSING_AUTHENTICATION_TOKEN', {
        ResponseTemplates: { 'application/json': '$context.path' },
      }),
      /ApiMISSING_AUTHENTICATION_TOKEN uses \$context\.path, which/,
    ],
    [
      'an access log with an unsupported variable',
      change('Stage', { AccessLogSetting: { Format: '$context.path' } }),
      /Stage uses \$context\.path, which/,
    ],
  ])('rejects %s, naming it', (_, action, message) => {
    expect(action).toThrow(message);
  });

  it('rejects a missing or damaged assembly', () => {
    expect(() => readAssembly('/nonexistent')).toThrow(/cloud assembly cannot be read.*npx cdk synth/);
    const folder = mkdtempSync(join(tmpdir(), 'assembly-'));
    writeFileSync(join(folder, 'manifest.json'), '{"artifacts":');
    expect(() => readAssembly(folder)).toThrow(/cloud assembly cannot be read/);
    writeFileSync(join(folder, 'manifest.json'), '{"artifacts":{}}');
    expect(() => readAssembly(folder)).toThrow(/0 stacks/);
  });
});
