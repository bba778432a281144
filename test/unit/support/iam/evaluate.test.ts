import { describe, expect, it } from 'vitest';
import { isAllowed } from '../../../support/platform/iam/evaluate.ts';
import { type AccessRequest, readStatements, type Statement } from '../../../support/platform/iam/policy.ts';

const ROLE = 'arn:aws:iam::000000000000:role/reader';
const TABLE = 'arn:aws:dynamodb:eu-central-1:000000000000:table/data';
const KEY = 'arn:aws:kms:eu-central-1:000000000000:key/1';

const allow = (changes: Partial<Statement>): Statement => ({
  Effect: 'Allow',
  Action: 'dynamodb:GetItem',
  Resource: TABLE,
  ...changes,
});
const request = (changes: Partial<AccessRequest> = {}): AccessRequest => ({
  principal: ROLE,
  action: 'dynamodb:GetItem',
  resource: TABLE,
  ...changes,
});
const held = allow({
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ORG#*#PERSON#*'] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
});
const isHeld = (keys: readonly string[] | undefined): boolean =>
  isAllowed(
    { identity: [held] },
    request(keys === undefined ? {} : { context: { 'dynamodb:LeadingKeys': keys } }),
  );

describe('policy evaluation', () => {
  it('denies by default, and on any explicit deny', () => {
    expect(isAllowed({ identity: [] }, request())).toBe(false);
    expect(isAllowed({ identity: [allow({})] }, request())).toBe(true);
    expect(isAllowed({ identity: [allow({}), allow({ Effect: 'Deny', Action: '*' })] }, request())).toBe(
      false,
    );
    const everybody = allow({ Effect: 'Deny', Principal: { AWS: '*' } });
    expect(isAllowed({ identity: [allow({})], resource: [everybody] }, request())).toBe(false);
  });

  it('matches actions case-insensitively, resources exactly, and patterns in both', () => {
    expect(isAllowed({ identity: [allow({ Action: 'dynamodb:getitem' })] }, request())).toBe(true);
    expect(isAllowed({ identity: [allow({ Action: 'dynamodb:Get*' })] }, request())).toBe(true);
    expect(isAllowed({ identity: [allow({ Action: 'dynamodb:Get' })] }, request())).toBe(false);
    expect(isAllowed({ identity: [allow({})] }, request({ resource: `${TABLE}/index/gsi1` }))).toBe(false);
    expect(isAllowed({ identity: [allow({ Resource: `${TABLE}?` })] }, request())).toBe(false);
    expect(isAllowed({ identity: [allow({ Resource: '*' })] }, request())).toBe(true);
    expect(isAllowed({ identity: [allow({ Resource: TABLE.replace('table', 't.ble') })] }, request())).toBe(
      false,
    );
  });

  it('requires at least one key, and every key to match a pattern', () => {
    expect(isHeld(['ORG#1#PERSON#2'])).toBe(true);
    expect(isHeld(['ORG#1#PERSON#2', 'ORG#1#PERSON#3'])).toBe(true);
    expect(isHeld(['ORG#1#PERSON#2', 'API_KEY#3'])).toBe(false);
    expect(isHeld([])).toBe(false);
    expect(isHeld(undefined)).toBe(false);
  });

  it('compares single values, and accepts a missing one only with IfExists', () => {
    const statement = (operator: string) =>
      allow({ Condition: { [operator]: { 'dynamodb:ReturnValues': ['NONE'] } } });
    const asked = (values?: string): AccessRequest =>
      request(values === undefined ? {} : { context: { 'dynamodb:ReturnValues': values } });
    for (const operator of ['StringEquals', 'StringEqualsIfExists']) {
      expect(isAllowed({ identity: [statement(operator)] }, asked('NONE'))).toBe(true);
      expect(isAllowed({ identity: [statement(operator)] }, asked('ALL_OLD'))).toBe(false);
    }
    expect(isAllowed({ identity: [statement('StringEquals')] }, asked())).toBe(false);
    expect(isAllowed({ identity: [statement('StringEqualsIfExists')] }, asked())).toBe(true);
  });

  it('allows a principal that the resource policy names, but not others', () => {
    const queue = allow({ Action: 'sqs:SendMessage', Principal: { Service: 'events.amazonaws.com' } });
    const send = request({ action: 'sqs:SendMessage', principal: 'events.amazonaws.com' });
    expect(isAllowed({ identity: [], resource: [queue] }, send)).toBe(true);
    expect(isAllowed({ identity: [], resource: [queue] }, { ...send, principal: ROLE })).toBe(false);
  });

  it('requires both the key and the role for KMS if the key defers to the account', () => {
    const delegates: Statement = {
      Effect: 'Allow',
      Action: 'kms:*',
      Principal: { AWS: 'arn:aws:iam::000000000000:root' },
      Resource: '*',
    };
    const decrypt = request({ action: 'kms:Decrypt', resource: KEY });
    const identity = [allow({ Action: 'kms:Decrypt', Resource: KEY })];
    expect(isAllowed({ identity, resource: [delegates] }, decrypt)).toBe(true);
    expect(isAllowed({ identity, resource: [] }, decrypt)).toBe(false);
    expect(isAllowed({ identity: [], resource: [delegates] }, decrypt)).toBe(false);
  });

  it('throws for unsupported elements', () => {
    expect(() => readStatements({ Statement: [{ Effect: 'Allow', NotAction: 's3:*' }] })).toThrow(
      'NotAction',
    );
    const odd = allow({ Condition: { NumericLessThan: { 'a:b': '1' } } });
    expect(() => isAllowed({ identity: [odd] }, request())).toThrow('NumericLessThan');
    const any = allow({ Condition: { 'ForAnyValue:StringLike': { 'a:b': '1' } } });
    expect(() => isAllowed({ identity: [any] }, request())).toThrow('ForAnyValue');
    const single = allow({ Condition: { StringLike: { 'a:b': '1' } } });
    expect(() => isAllowed({ identity: [single] }, request({ context: { 'a:b': ['1'] } }))).toThrow('list');
  });
});
