import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type IdentityProvider, type StageConfig, stageConfig } from '../../../infra/config.ts';
import { findingsOf } from '../../support/platform/cdk-nag.ts';
import { deployedPolicies } from '../../support/platform/iam/deployed-policies.ts';
import { createStack, resourcesOf, synthesize, templateOf } from '../../support/platform/synthesis.ts';

const OIDC = {
  name: 'acme',
  type: 'oidc',
  emailDomains: ['acme.example', 'acme.test'],
  issuer: 'https://login.acme.example/tenant',
  clientId: 'sales-data',
  clientSecretName: 'sales-data/acme',
} as const satisfies IdentityProvider;

const SAML = {
  name: 'Initech',
  type: 'saml',
  emailDomains: ['initech.example'],
  metadata: { url: 'https://login.initech.example/metadata.xml' },
} as const satisfies IdentityProvider;

const withProviders = (identityProviders: readonly IdentityProvider[]) =>
  createStack('production', { ...stageConfig('production'), identityProviders });

const created = withProviders([OIDC, SAML]);
const template = templateOf(created);
const synthesizeWith = (...identityProviders: readonly IdentityProvider[]): Template =>
  synthesize('production', { identityProviders });
const MAPPING = { email: 'email', 'custom:provider_role': 'custom:provider_role' };

describe('identity providers', () => {
  it("finds a provider by the email domains of its users, and maps only the trigger's attributes", () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderName: 'acme',
      ProviderType: 'OIDC',
      IdpIdentifiers: ['acme.example', 'acme.test'],
      AttributeMapping: MAPPING,
      ProviderDetails: {
        client_id: 'sales-data',
        oidc_issuer: 'https://login.acme.example/tenant',
        authorize_scopes: 'openid email',
        attributes_request_method: 'GET',
      },
    });
    template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderName: 'Initech',
      ProviderType: 'SAML',
      IdpIdentifiers: ['initech.example'],
      AttributeMapping: MAPPING,
      // Sign-ins start at the service: an unsolicited assertion could be replayed from another site.
      ProviderDetails: { MetadataURL: SAML.metadata.url, IDPInit: 'false', IDPSignout: 'false' },
    });
  });

  it('accepts SAML metadata in a file', () => {
    // Any file does: only Cognito reads it.
    const metadata = { file: 'cdk.json' };
    synthesizeWith({ ...SAML, metadata }).hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderDetails: { MetadataFile: Match.stringLikeRegexp('"app"'), MetadataURL: Match.absent() },
    });
  });

  it('reads client secrets from Secrets Manager', () => {
    const [acme] = resourcesOf(template, 'AWS::Cognito::UserPoolIdentityProvider').values();
    expect(acme?.Properties['ProviderDetails']).toMatchObject({
      client_secret: '{{resolve:secretsmanager:sales-data/acme:SecretString:::}}',
    });
  });

  it('offers providers in the client, which is updated after they exist', () => {
    const [client] = resourcesOf(template, 'AWS::Cognito::UserPoolClient').values();
    expect(client).toMatchObject({
      Properties: {
        SupportedIdentityProviders: ['COGNITO', 'acme', 'Initech'],
        ReadAttributes: ['custom:organization_id', 'custom:provider_role', 'email', 'email_verified'],
        WriteAttributes: ['custom:provider_role', 'email'],
      },
      DependsOn: [...resourcesOf(template, 'AWS::Cognito::UserPoolIdentityProvider').keys()],
    });
  });

  it('limits providers to their organizations by a function that only reads items', () => {
    const [pool] = resourcesOf(template, 'AWS::Cognito::UserPool').values();
    const [triggers] = [...resourcesOf(template, 'AWS::Lambda::Function')].filter(([id]) =>
      id.includes('Triggers'),
    );
    const trigger = { LambdaArn: { 'Fn::GetAtt': [triggers?.[0], 'Arn'] }, LambdaVersion: 'V1_0' };
    expect(pool?.Properties['LambdaConfig']).toEqual({
      InboundFederation: trigger,
      PreTokenGenerationConfig: trigger,
    });
    // Cognito waits for 5 seconds.
    expect(triggers?.[1].Properties).toMatchObject({ Timeout: 5 });
    const { statements = [] } = deployedPolicies(template).functions.get('UsersTriggers') ?? {};
    expect(statements.flatMap(({ Action }) => Action).sort()).toEqual([
      'dynamodb:GetItem',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ]);
    template.hasResourceProperties('AWS::Lambda::Permission', {
      Principal: 'cognito-idp.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [[...resourcesOf(template, 'AWS::Cognito::UserPool').keys()][0], 'Arn'] },
    });
  });

  it('adds one resource per provider', () => {
    const count = (of: Template): number => Object.keys(of.toJSON()['Resources']).length;
    expect(count(template) - count(synthesize('production'))).toBe(2);
  });

  it('leaves no cdk-nag finding unacknowledged', () => {
    expect(findingsOf(withProviders([OIDC, SAML]))).toEqual([]);
  });

  it('creates neither providers nor their sign-in trigger by default', () => {
    synthesize('production').resourceCountIs('AWS::Cognito::UserPoolIdentityProvider', 0);
    const [pool] = resourcesOf(synthesize('production'), 'AWS::Cognito::UserPool').values();
    expect(Object.keys(Object(pool?.Properties['LambdaConfig']))).toEqual(['PreTokenGenerationConfig']);
  });
});

describe('an identity provider', () => {
  it.each<[string, Partial<IdentityProvider>, string]>([
    ['a name of Cognito', { name: 'Cognito' }, '`name`'],
    ['a name with an underscore', { name: 'ac_me' }, '`name`'],
    ['no email domain', { emailDomains: [] }, '`emailDomains`'],
    ['an email domain in capitals', { emailDomains: ['Acme.example'] }, '`emailDomains`'],
    ['a wildcard as email domain', { emailDomains: ['*.example'] }, '`emailDomains`'],
    [
      'more email domains than Cognito allows',
      { emailDomains: Array.from({ length: 51 }, (_, index) => `d${index}.example`) },
      '1 to 50',
    ],
    ['an issuer without TLS', { issuer: 'http://login.acme.example' }, '`issuer`'],
    ['metadata without TLS', { ...SAML, metadata: { url: 'http://login.acme.example' } }, '`metadata.url`'],
    ['an issuer with a trailing slash', { issuer: 'https://login.acme.example/' }, '`issuer`'],
  ])('rejects a provider with %s', (_, changes, setting) => {
    expect(() => withProviders([{ ...OIDC, ...changes } as IdentityProvider])).toThrow(setting);
  });

  it.each<[string, Partial<StageConfig>['identityProviders'], string]>([
    ['name', [OIDC, { ...SAML, name: 'ACME' }], 'have the name acme'],
    ['email domain', [OIDC, { ...SAML, emailDomains: ['acme.test'] }], 'have the email domain acme.test'],
  ])('rejects two providers with the same %s', (_, providers = [], message) => {
    expect(() => withProviders(providers)).toThrow(message);
  });

  it('changes no function, whatever the number of providers', () => {
    const functionsOf = (of: Template) =>
      Object.fromEntries(
        [...resourcesOf(of, 'AWS::Lambda::Function')].map(([id, { Properties }]) => [id, Properties]),
      );
    const providers = Array.from({ length: 200 }, (_, index) => ({
      ...OIDC,
      name: `acme-${index}`,
      emailDomains: [`acme-${index}.example`],
    }));
    const many = synthesizeWith(...providers);
    expect(functionsOf(many)).toEqual(functionsOf(synthesize('production')));
  });
});

describe('single sign-on that admins set up', () => {
  const create = () => createStack('production', { ...stageConfig('production'), selfServiceSignOn: true });
  const enabled = templateOf(create());
  const statementsOf = (of: Template, name: string) =>
    deployedPolicies(of).functions.get(name)?.statements ?? [];
  const cognitoActions = (of: Template): readonly string[] =>
    statementsOf(of, 'ManageSingleSignOn')
      .flatMap(({ Action }) => Action)
      .filter((action) => action.startsWith('cognito-idp:'))
      .toSorted();

  it('lets one function write providers and app clients, and change no app client', () => {
    expect(cognitoActions(enabled)).toEqual(
      [
        ...['CreateIdentityProvider', 'CreateUserPoolClient', 'DeleteIdentityProvider'],
        ...['DeleteUserPoolClient', 'DescribeUserPoolClient', 'UpdateIdentityProvider'],
      ].map((name) => `cognito-idp:${name}`),
    );
    expect(cognitoActions(synthesize('production'))).toEqual([]);
  });

  it('lets the trigger of sign-ins write the result of a test, and nothing else', () => {
    const writes = statementsOf(enabled, 'UsersTriggers').filter(({ Action }) =>
      [Action].flat().includes('dynamodb:UpdateItem'),
    );
    expect(writes).toEqual([
      expect.objectContaining({
        Condition: expect.objectContaining({
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'lastTest'] },
        }),
      }),
    ]);
  });

  it('leaves no cdk-nag finding unacknowledged', () => {
    expect(findingsOf(create())).toEqual([]);
  });
});
