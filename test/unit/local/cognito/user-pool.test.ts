import { describe, expect, it } from 'vitest';
import { readUserPool } from '../../../../infra/local/cognito/pool/user-pool.ts';
import { clientResource, groupResource, localUrl, POOL_ID, poolResource } from './small-user-pool.ts';

const read = (pool: Readonly<Record<string, unknown>> = {}, client: Readonly<Record<string, unknown>> = {}) =>
  readUserPool(poolResource(pool), [clientResource(client)], [], localUrl);

const EMAIL = { Name: 'email', Required: true };

describe('a user pool as declared', () => {
  it('reads a user pool with its client and groups', () => {
    const pool = readUserPool(
      poolResource(),
      [clientResource()],
      [groupResource('admin'), groupResource('member')],
      localUrl,
    );
    expect(pool).toMatchObject({
      id: POOL_ID,
      groups: ['admin', 'member'],
      minimumPasswordLength: 12,
    });
    expect(pool.client).toEqual({
      id: 'console000000000000000000',
      callbackUrls: ['http://127.0.0.1:4321/callback'],
      logoutUrls: ['http://127.0.0.1:4321/'],
      idTokenSeconds: 20 * 60,
      accessTokenSeconds: 15 * 60,
      refreshTokenSeconds: 720 * 60,
      refreshGraceSeconds: 60,
      providers: [],
      readAttributes: ['custom:organization_id', 'email', 'email_verified'],
    });
    expect(pool.attributes).toEqual(['email', 'email_verified', 'custom:organization_id']);
  });

  it.each([
    ['users who register themselves', { AdminCreateUserConfig: { AllowAdminCreateUserOnly: false } }],
    ['usernames that are no emails', { UsernameAttributes: ['phone_number'] }],
    ['emails that differ in case only', { UsernameConfiguration: { CaseSensitive: true } }],
    ['triggers', { LambdaConfig: { PreTokenGeneration: 'arn:aws:lambda:function' } }],
    ['numbers as attributes', { Schema: [EMAIL, { Name: 'age', AttributeDataType: 'Number' }] }],
    ['a standard attribute', { Schema: [EMAIL, { Name: 'given_name', Required: true }] }],
    ['no password policy', { Policies: undefined }],
    ['a history of passwords', { Policies: { PasswordPolicy: { PasswordHistorySize: 3 } } }],
    ['passkeys', { Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } } }],
  ])('rejects a user pool with %s', (_, properties) => {
    expect(() => read(properties)).toThrow(/does not support this configuration of Pool/);
  });

  it.each([
    ['a secret', { GenerateSecret: true }],
    ['the implicit flow', { AllowedOAuthFlows: ['code', 'implicit'] }],
    ['another scope', { AllowedOAuthScopes: ['openid', 'email'] }],
    [
      'lifetimes in hours',
      { TokenValidityUnits: { IdToken: 'hours', AccessToken: 'hours', RefreshToken: 'hours' } },
    ],
    ['refresh tokens that are not rotated', { RefreshTokenRotation: { Feature: 'DISABLED' } }],
    ['no sign-in with a password', { SupportedIdentityProviders: ['Google'] }],
    ['tokens that cannot be revoked', { EnableTokenRevocation: false }],
    ['an unknown property', { Surprise: 1 }],
  ])('rejects a client with %s', (_, properties) => {
    expect(() => read({}, properties)).toThrow(/does not support this configuration of Console/);
  });

  it('rejects a client with an identity provider that the stack does not have', () => {
    expect(() => read({}, { SupportedIdentityProviders: ['COGNITO', 'Google'] })).toThrow(
      'The client offers the identity provider Google, which the stack does not have.',
    );
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['SAML', { ProviderType: 'SAML' }, 'does not serve SAML, which the identity provider acme uses'],
    ['a secret that is not given', {}, 'needs the secret sales-data/acme'],
    ['an unknown property', { Surprise: 1 }, 'does not support this configuration of Acme'],
  ])('rejects an identity provider with %s', (_, changes, message) => {
    const provider = {
      logicalId: 'Acme',
      physicalId: 'acme',
      arn: undefined,
      properties: {
        UserPoolId: 'pool',
        ProviderName: 'acme',
        ProviderType: 'OIDC',
        ProviderDetails: {
          attributes_request_method: 'GET',
          authorize_scopes: 'openid email',
          client_id: 'sales-data',
          client_secret: '{{resolve:secretsmanager:sales-data/acme:SecretString:::}}',
          oidc_issuer: 'https://login.acme.example',
        },
        AttributeMapping: { email: 'email' },
        IdpIdentifiers: ['acme.example'],
        ...changes,
      },
    };
    expect(() => readUserPool(poolResource(), [clientResource()], [], localUrl, [provider])).toThrow(message);
  });

  it('rejects a client of another pool', () => {
    expect(() => read({}, { UserPoolId: 'us-east-1_Other' })).toThrow(
      /does not support this configuration of Console \(UserPoolId: /,
    );
  });

  it.each([0, 2])('rejects %i clients', (count) => {
    const clients = Array.from({ length: count }, () => clientResource());
    expect(() => readUserPool(poolResource(), clients, [], localUrl)).toThrow(
      `The user pool Pool has ${count} clients; it must have one.`,
    );
  });
});
