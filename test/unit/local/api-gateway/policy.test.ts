import { describe, expect, it } from 'vitest';
import { isAllowed, policySchema } from '../../../../infra/local/api-gateway/policy.ts';

const ARN = 'arn:aws:execute-api:us-east-1:000000000000:api/test/GET/v1/person/1';
const statement = (Effect: string, Resource: unknown, Action: unknown = 'execute-api:Invoke') => ({
  Effect,
  Action,
  Resource,
});
const allowed = (...Statement: unknown[]) =>
  isAllowed(policySchema.parse({ Version: '2012-10-17', Statement }), ARN);

describe('a policy', () => {
  it.each([
    ['exactly the method', [statement('Allow', ARN)], true],
    ['a wildcard across slashes', [statement('Allow', 'arn:aws:execute-api:*:*:api/test/GET/*')], true],
    ['one unknown character', [statement('Allow', ARN.replace('person/1', 'person/?'))], true],
    ['several resources', [statement('Allow', ['other', ARN])], true],
    ['any action', [statement('Allow', '*', 'execute-api:*')], true],
    ['an action in other letters', [statement('Allow', '*', 'Execute-API:invoke')], true],
    ['nothing that matches', [statement('Allow', `${ARN}2`)], false],
    ['? as no character', [statement('Allow', `${ARN}?`)], false],
    ['a dot as any character', [statement('Allow', ARN.replace(':api/', ':.pi/'))], false],
    ['another action', [statement('Allow', '*', 'execute-api:ManageConnections')], false],
    ['a Deny', [statement('Deny', ARN)], false],
    ['a Deny after an Allow', [statement('Allow', '*'), statement('Deny', ARN)], false],
    ['a Deny before an Allow', [statement('Deny', '*'), statement('Allow', ARN)], false],
    ['a Deny of something else', [statement('Allow', '*'), statement('Deny', 'other')], true],
    ['no statement', [], false],
  ])('with %s', (_, statements, expected) => {
    expect(allowed(...statements)).toBe(expected);
  });

  it('may hold a single statement', () => {
    expect(isAllowed(policySchema.parse({ Statement: statement('Allow', '*') }), ARN)).toBe(true);
  });

  it.each([
    { Statement: [{ ...statement('Allow', '*'), Condition: {} }] },
    { Statement: [{ Effect: 'Allow', NotAction: 'x', Resource: '*' }] },
    {},
    null,
  ])('is malformed as %j', (policy) => {
    expect(policySchema.safeParse(policy).success).toBe(false);
  });
});
