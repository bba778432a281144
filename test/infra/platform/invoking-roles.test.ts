import { describe, expect, it } from 'vitest';
import { type Api, methodsOf, resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

const template = synthesize('production');

/** The logical ID that a property refers to, in the ARN of a resource or the URI of an integration. */
const referredTo = (value: unknown): string =>
  /"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(JSON.stringify(value))?.[1] ?? '';

interface Integration {
  readonly Type: string;
  readonly Uri: unknown;
  readonly Credentials: unknown;
}

describe.each<Api>(['SalesApi', 'AdminApi'])('the role with which %s invokes functions', (api) => {
  const integrations = [...methodsOf(template, api).values()]
    .map(({ Integration: integration }) => integration as Integration)
    .filter(({ Type }) => Type === 'AWS_PROXY');
  const [roleId = '', ...others] = new Set(integrations.map(({ Credentials }) => referredTo(Credentials)));
  const role = resourcesOf(template, 'AWS::IAM::Role').get(roleId)?.Properties;

  it('belongs to the API alone, and is assumed by API Gateway', () => {
    expect(others).toEqual([]);
    expect(roleId).toMatch(new RegExp(`^${api}InvokingRole`));
    expect(role?.['AssumeRolePolicyDocument']).toMatchObject({
      Statement: [{ Principal: { Service: 'apigateway.amazonaws.com' } }],
    });
  });

  it('allows invoking exactly the functions of its methods', () => {
    const { Policies: policies } = role as {
      Policies: [{ PolicyDocument: { Statement: [{ Action: unknown; Resource: unknown[] }] } }];
    };
    const [{ Action, Resource }, ...further] = policies[0].PolicyDocument.Statement;
    expect([Action, further]).toEqual(['lambda:InvokeFunction', []]);
    const invoked = new Set(integrations.map(({ Uri }) => referredTo(Uri)));
    expect(Resource.map(referredTo).sort()).toEqual([...invoked].sort());
  });
});

it('leaves no permission to API Gateway but for the authorizer', () => {
  const permissions = [...resourcesOf(template, 'AWS::Lambda::Permission').values()];
  const ofApiGateway = permissions.filter(
    ({ Properties }) => Properties['Principal'] === 'apigateway.amazonaws.com',
  );
  expect(new Set(ofApiGateway.map(({ Properties }) => referredTo(Properties['FunctionName'])))).toEqual(
    new Set([expect.stringMatching(/^SalesApiAuthorizeFunction/)]),
  );
});
