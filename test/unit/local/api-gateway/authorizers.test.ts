import { describe, expect, it } from 'vitest';
import { readDecision } from '../../../../infra/local/api-gateway/request/authorizers.ts';

const ARN = 'arn:aws:execute-api:us-east-1:000000000000:api/test/GET/v1/person/1';
const statement = (Effect: string, Resource: unknown, Action: unknown = 'execute-api:Invoke') => ({
  Effect,
  Action,
  Resource,
});

const read = (policyDocument: unknown) => {
  const result = { principalId: 'p', policyDocument, context: { number: 7, yes: true } };
  return readDecision(JSON.stringify(result), ARN);
};
const policy = (...Statement: unknown[]) => ({ Version: '2012-10-17', Statement });

describe('the policy of an authorizer', () => {
  it.each([
    ['exactly the method', statement('Allow', ARN), true],
    ['a wildcard across slashes', statement('Allow', ARN.replace(/GET.*/, '*')), true],
    ['another method', statement('Allow', `${ARN}2`), false],
    ['a wildcard that does not match', statement('Allow', `${ARN}/*`), false],
    ['a Deny', statement('Deny', ARN), false],
  ])('evaluates a policy with %s', (_, one, isAllowed) => {
    expect(read(policy(one))).toMatchObject({
      isAllowed,
      values: { principalId: 'p', number: '7', yes: 'true' },
    });
  });

  it.each([
    policy(),
    policy(statement('Allow', ARN), statement('Deny', ARN)),
    policy(statement('Allow', [ARN])),
    policy(statement('Allow', ARN.replace('/test/', '/*/'))),
    policy(statement('Allow', `${ARN}?`)),
    policy(statement('Allow', ARN, 'execute-api:*')),
    policy({ ...statement('Allow', ARN), Condition: {} }),
    policy({ Effect: 'Allow', NotAction: 'x', Resource: ARN }),
    {},
    null,
  ])('rejects the malformed policy %j', (document) => {
    expect(() => read(document)).toThrow(expect.objectContaining({ type: 'AUTHORIZER_CONFIGURATION_ERROR' }));
  });
});
