import { describe, expect, it } from 'vitest';
import { STAGE_NAMES } from '../../../infra/config.ts';
import { resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

interface Ordered {
  readonly Properties: unknown;
  readonly DependsOn?: readonly string[];
}

/** What CloudFormation waits for before it creates a resource. */
const needsOf = ({ Properties, DependsOn = [] }: Ordered): ReadonlySet<string> => {
  const references = JSON.stringify(Properties).matchAll(/"(?:Ref|Fn::GetAtt)":(?:\[)?"(\w+)"/g);
  return new Set([...DependsOn, ...[...references].map(([, id = '']) => id)]);
};

describe.each(STAGE_NAMES)('a first deployment of %s', (stage) => {
  const template = synthesize(stage);

  // API Gateway allows 10 calls per second and account:
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
  it.each([
    ['RestApi', 1],
    ['GatewayResponse', 1],
    ['Resource', 1],
    ['Method', 2],
    ['Deployment', 1],
    ['UsagePlan', 1],
  ])('creates no more resources of the type %s than %i at once', (name, atOnce) => {
    const resources = [...resourcesOf(template, `AWS::ApiGateway::${name}`)];
    expect(resources.length).toBeGreaterThan(1);
    for (const [index, [id, resource]] of resources.entries()) {
      const [previous] = resources[index - atOnce] ?? [];
      if (previous !== undefined) expect(needsOf(resource), id).toContain(previous);
    }
  });

  it('has no circular dependency', () => {
    const resources: Record<string, Ordered> = template.toJSON()['Resources'];
    const created = new Set<string>();
    for (let size = -1; created.size > size; ) {
      size = created.size;
      for (const [id, resource] of Object.entries(resources)) {
        if ([...needsOf(resource)].every((need) => created.has(need) || !(need in resources)))
          created.add(id);
      }
    }
    expect(created).toEqual(new Set(Object.keys(resources)));
  });
});
