import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { CONSOLE_PATHS } from '../../../shared/contract/console/console.ts';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import { methodsOf, resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

const template = synthesize('production');
const USER_POOL = 'AWS::Cognito::UserPool';
const CLIENT = 'AWS::Cognito::UserPoolClient';

describe('the admin API', () => {
  it('declares the operations, each below the first segment by its method, the console, and catch-alls', () => {
    const routes = Object.values(ADMIN_ROUTES).map(({ method, path }) => ({
      method,
      path: path.replace(/^(\/[^/]+)\/.*/, '$1/{proxy+}'),
    }));
    const expected = [
      ...new Set(routes.map(({ method, path }) => `${method} ${path}`)),
      ...new Set(routes.map(({ path }) => `ANY ${path}`)),
      ...Object.values(CONSOLE_PATHS).flatMap((path) => [`GET ${path}`, `ANY ${path}`]),
    ];
    expect([...methodsOf(template, 'AdminApi').keys()].sort()).toEqual(expected.sort());
  });

  it("requires an uncached token of the user pool's client for everything but the console and catch-alls", () => {
    const refuse = { 'Fn::GetAtt': [expect.stringMatching(/^AdminApiRefuseRequest/), 'Arn'] };
    for (const [name, properties] of methodsOf(template, 'AdminApi')) {
      const isPublic = /^(ANY |GET \/console)/.test(name);
      expect(properties, name).toMatchObject({
        AuthorizationType: isPublic ? 'NONE' : 'COGNITO_USER_POOLS',
      });
      if (!name.startsWith('ANY ')) continue;
      expect(properties, name).toMatchObject({
        Integration: name.endsWith('/{proxy+}')
          ? { Uri: { 'Fn::Join': ['', expect.arrayContaining([refuse])] } }
          : { Type: 'MOCK' },
      });
    }
    template.hasResourceProperties('AWS::ApiGateway::Authorizer', {
      Type: 'COGNITO_USER_POOLS',
      IdentitySource: 'method.request.header.Authorization',
      IdentityValidationExpression: {
        'Fn::Join': ['', ['^', { Ref: Match.stringLikeRegexp('Client') }, '$']],
      },
      AuthorizerResultTtlInSeconds: 0,
    });
  });

  it('serves binary downloads, for which its mocks convert bodies to text', () => {
    const apis = resourcesOf(template, 'AWS::ApiGateway::RestApi');
    const typesOf = ([id, { Properties }]: [string, { Properties: Record<string, unknown> }]) => [
      id.startsWith('AdminApi'),
      Properties['BinaryMediaTypes'],
    ];
    expect([...apis].map(typesOf)).toEqual(
      expect.arrayContaining([
        [true, ['*/*']],
        [false, undefined],
      ]),
    );
    for (const [name, { Integration }] of methodsOf(template, 'AdminApi')) {
      if (Object(Integration).Type !== 'MOCK') continue;
      expect(Integration, name).toMatchObject({ ContentHandling: 'CONVERT_TO_TEXT' });
    }
  });

  it('logs the caller, but never the token', () => {
    template.hasResourceProperties('AWS::ApiGateway::Stage', {
      StageName: 'admin',
      AccessLogSetting: { Format: Match.stringLikeRegexp('authorizer\\.claims\\.sub') },
    });
  });
});

describe('the user pool', () => {
  it('invites users by email only, with an immutable organization', () => {
    template.hasResourceProperties(USER_POOL, {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameAttributes: ['email'],
      Schema: Match.arrayWith([Match.objectLike({ Name: 'organization_id', Mutable: false })]),
    });
    template.resourceCountIs('AWS::Cognito::UserPoolGroup', 2);
  });

  it("keeps a user's email, which the audit log shows, until the new one is verified", () => {
    template.hasResourceProperties(USER_POOL, {
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    });
  });

  it('declares a public client limited to authorization codes, which cannot write the organization', () => {
    template.hasResourceProperties(CLIENT, {
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid'],
      // Rotation excludes ALLOW_REFRESH_TOKEN_AUTH, an API that does not rotate:
      // https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH'],
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
      ReadAttributes: Match.arrayWith(['custom:organization_id']),
      WriteAttributes: ['email'],
      IdTokenValidity: 15,
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
    });
  });

  it('shows its sign-in pages only once they have a style', () => {
    const [style] = resourcesOf(template, 'AWS::Cognito::ManagedLoginBranding').keys();
    template.hasResource('AWS::Cognito::UserPoolDomain', { DependsOn: [style] });
  });

  it('requires a second factor and outlives the stack, except in development', () => {
    template.hasResource(USER_POOL, {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { MfaConfiguration: 'ON', DeletionProtection: 'ACTIVE' },
    });
    synthesize('development').hasResource(USER_POOL, {
      DeletionPolicy: 'Delete',
      Properties: { MfaConfiguration: 'OPTIONAL', DeletionProtection: 'INACTIVE' },
    });
  });
});
