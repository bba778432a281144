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

  it('resolves paths in any order of parents and children', () => {
    expect(deploy().router.match('GET', ['things', 'x'])?.value.resourcePath).toBe('/things/{id}');
  });

  it.each([
    [
      'an unknown type',
      () => deploy((r) => Object.assign(r, { Bucket: { Type: 'AWS::S3::Bucket' } })),
      /Bucket, a resource of the type AWS::S3::Bucket/,
    ],
    [
      'a condition',
      () => deploy((r) => Object.assign(r['Table'] ?? {}, { Condition: 'C' })),
      /conditions, which Table has/,
    ],
    [
      'an unknown property',
      change('Api', { BinaryMediaTypes: ['*/*'] }),
      /cannot honour Api as it is.*BinaryMediaTypes/,
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
      'a template with more than variables',
      change('NotFound', { ResponseTemplates: { 'application/json': "$input.json('$')" } }),
      /NotFound has a template/,
    ],
    [
      'a header from the request',
      change('NotFound', { ResponseParameters: { 'gatewayresponse.header.X': 'method.request.header.Y' } }),
      /NotFound maps a header/,
    ],
    [
      'an unsupported variable',
      change('NotFound', { ResponseTemplates: { 'application/json': '$context.path' } }),
      /NotFound uses \$context\.path, which/,
    ],
    [
      'an access log with an unsupported variable',
      change('Stage', { AccessLogSetting: { Format: '$context.path' } }),
      /Stage uses \$context\.path, which/,
    ],
  ])('is rejected for %s, naming it', (_, action, message) => {
    expect(action).toThrow(message);
  });

  it('is rejected if it is missing or damaged', () => {
    expect(() => readAssembly('/nonexistent')).toThrow(/cloud assembly cannot be read.*npx cdk synth/);
    const folder = mkdtempSync(join(tmpdir(), 'assembly-'));
    writeFileSync(join(folder, 'manifest.json'), '{"artifacts":');
    expect(() => readAssembly(folder)).toThrow(/cloud assembly cannot be read/);
    writeFileSync(join(folder, 'manifest.json'), '{"artifacts":{}}');
    expect(() => readAssembly(folder)).toThrow(/0 stacks/);
  });
});
