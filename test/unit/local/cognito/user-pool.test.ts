import { describe, expect, it } from 'vitest';
import { readUserPool } from '../../../../infra/local/cognito/user-pool.ts';
import { clientResource, groupResource, localUrl, POOL_ID, poolResource } from './small-user-pool.ts';

const read = (pool: Readonly<Record<string, unknown>> = {}, client: Readonly<Record<string, unknown>> = {}) =>
  readUserPool(poolResource(pool), [clientResource(client)], [], localUrl);

const attribute = (name: string, pool = read()) =>
  pool.attributes.find((definition) => definition.name === name);

describe('a user pool as declared', () => {
  it('is read with its clients and groups', () => {
    const pool = readUserPool(
      poolResource(),
      [clientResource()],
      [groupResource('admin'), groupResource('member')],
      localUrl,
    );
    expect(pool).toMatchObject({
      id: POOL_ID,
      groups: ['admin', 'member'],
      passwordPolicy: { minimumLength: 12, classes: ['lowercase', 'uppercase', 'numeric'] },
    });
    expect(pool.clients).toEqual([
      {
        id: 'console000000000000000000',
        callbackUrls: ['http://127.0.0.1:4321/callback'],
        logoutUrls: ['http://127.0.0.1:4321/'],
        scopes: ['openid', 'email', 'profile'],
        idTokenSeconds: 20 * 60,
        accessTokenSeconds: 15 * 60,
        refreshTokenSeconds: 720 * 60,
        rotatesRefreshTokens: false,
        readAttributes: ['custom:organization_id', 'email', 'email_verified'],
      },
    ]);
  });

  it('has its own attributes and all of the standard ones', () => {
    expect(attribute('custom:organization_id')).toEqual({
      name: 'custom:organization_id',
      isMutable: false,
      isRequired: false,
      minimumLength: 1,
      maximumLength: 64,
    });
    expect(attribute('email')).toMatchObject({ isMutable: true, isRequired: true });
    expect(attribute('given_name')).toMatchObject({ isMutable: true, isRequired: false });
  });

  it('takes an attribute that does not say whether it can be changed for one that cannot', () => {
    const pool = read({ Schema: [{ Name: 'plan', AttributeDataType: 'String' }, { Name: 'name' }] });
    expect(attribute('custom:plan', pool)).toMatchObject({ isMutable: false });
    expect(attribute('name', pool)).toMatchObject({ isMutable: true });
  });

  it("falls back to Cognito's defaults", () => {
    const pool = read(
      { Policies: undefined },
      {
        IdTokenValidity: undefined,
        AccessTokenValidity: 2,
        RefreshTokenValidity: 0,
        TokenValidityUnits: undefined,
        ReadAttributes: undefined,
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
      },
    );
    expect(pool.passwordPolicy).toMatchObject({ minimumLength: 8 });
    expect(pool.passwordPolicy.classes).toHaveLength(4);
    const [client] = pool.clients;
    expect(client).toMatchObject({
      idTokenSeconds: 3_600,
      accessTokenSeconds: 7_200,
      refreshTokenSeconds: 30 * 86_400,
      rotatesRefreshTokens: true,
    });
    expect(client?.readAttributes).toContain('email');
    expect(client?.readAttributes).not.toContain('custom:organization_id');
  });

  it.each([
    ['users who register themselves', { AdminCreateUserConfig: { AllowAdminCreateUserOnly: false } }],
    ['usernames that are no emails', { UsernameAttributes: ['phone_number'] }],
    ['emails that differ in case only', { UsernameConfiguration: { CaseSensitive: true } }],
    ['triggers', { LambdaConfig: { PreTokenGeneration: 'arn:aws:lambda:function' } }],
    ['numbers as attributes', { Schema: [{ Name: 'age', AttributeDataType: 'Number' }] }],
    ['a history of passwords', { Policies: { PasswordPolicy: { PasswordHistorySize: 3 } } }],
    ['passkeys', { Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } } }],
  ])('cannot have %s', (_, properties) => {
    expect(() => read(properties)).toThrow(/cannot honour Pool as it is/);
  });

  it.each([
    ['a secret', { GenerateSecret: true }],
    ['the implicit flow', { AllowedOAuthFlows: ['code', 'implicit'] }],
    ['a scope of its own', { AllowedOAuthScopes: ['openid', 'api/read'] }],
    ['another identity provider', { SupportedIdentityProviders: ['COGNITO', 'Google'] }],
    ['tokens that cannot be revoked', { EnableTokenRevocation: false }],
    ['a property that is not known', { Surprise: 1 }],
  ])('cannot have a client with %s', (_, properties) => {
    expect(() => read({}, properties)).toThrow(/cannot honour Console as it is/);
  });

  it('does not take a client of another pool', () => {
    expect(() => read({}, { UserPoolId: 'us-east-1_Other' })).toThrow(
      'Console belongs to us-east-1_Other, which is not the user pool Pool.',
    );
  });
});
