import { describe, expect, it } from 'vitest';
import { methodsOf, synthesize } from '../../support/platform/synthesis.ts';

/**
 * API Gateway allows one path variable below a path, and CloudFormation creates the renamed one before it
 * deletes the other: the update fails with "A sibling ({id}) of this resource already has a variable path
 * part".
 */
describe.each([
  [
    'SalesApi',
    [
      '/.well-known/{document+}',
      '/oauth/.well-known/{document}',
      '/v1/call-list/{id}',
      '/v1/call/{id}',
      '/v1/company/{id}',
      '/v1/export/{id}',
      '/v1/import/{id}',
      '/v1/person/{id}',
      '/v1/webhook-endpoint/{id}',
      '/{proxy+}',
    ],
  ],
  [
    'AdminApi',
    [
      '/api-keys/{proxy+}',
      '/call-lists/{proxy+}',
      '/calls/{proxy+}',
      '/companies/{proxy+}',
      '/console/docs/{page}',
      '/console/{asset}',
      '/deliveries/{proxy+}',
      '/events/{proxy+}',
      '/imports/{proxy+}',
      '/organization/{proxy+}',
      '/people/{proxy+}',
      '/session/{proxy+}',
      '/suppressions/{proxy+}',
      '/users/{proxy+}',
      '/webhook-endpoints/{proxy+}',
    ],
  ],
] as const)('the path variables of %s', (api, expected) => {
  it('keeps the names of path variables', () => {
    const paths = [...methodsOf(synthesize('production'), api).keys()].map(
      (name) => name.split(' ')[1] ?? '',
    );
    const variables = paths.flatMap((path) => /^.*?\{[^}]+\}/.exec(path)?.[0] ?? []);
    expect([...new Set(variables)].sort()).toEqual([...expected]);
  });
});
