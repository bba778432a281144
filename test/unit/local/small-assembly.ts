// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is the syntax of Fn::Sub.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INDEXES } from '../../../shared/table/items/schema.ts';

/** Allows `good` under the key that `X-Usage` names; fails in the ways that authorizers can fail. */
const AUTHORIZE = `
exports.handler = async (event) => {
  const key = event.headers['X-Api-Key'];
  if (key === undefined) throw new Error('Unauthorized');
  if (key === 'broken') throw new Error('Unauthorized, or something like it');
  if (key === 'malformed') return { principalId: 'p' };
  return {
    principalId: 'p',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: key === 'denied' ? 'Deny' : 'Allow', Resource: \
event.methodArn }],
    },
    context: { missing: 'thing:read', number: 7, yes: true },
    usageIdentifierKey: event.headers['X-Usage'],
  };
};`;

/** Returns its event, or does what the query asks for. Logs what comes from an event source. */
const ECHO = `
exports.handler = async (event, context) => {
  for (const { body } of event.Records ?? []) console.info({ body, sqs: process.env.AWS_ENDPOINT_URL_SQS });
  const mode = event.queryStringParameters?.mode;
  const size = Number(event.queryStringParameters?.size ?? 0);
  if (mode === 'throw') throw new Error('thrown');
  if (mode === 'exit') process.exit(3);
  if (mode === 'reject') { Promise.reject(new Error('unhandled')); await new Promise(() => {}); }
  if (mode === 'hang') await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (mode === 'malformed') return { statusCode: 200, surprise: true };
  if (mode === 'header') return { statusCode: 200, headers: { 'X-Bad': 'a\\nb' }, body: '' };
  if (mode === 'empty') return { statusCode: 304, headers: { ETag: '"x"' }, body: '' };
  if (mode === 'log') { console.info({ note: 'structured' }); console.error('plain %d', 7); \
console.debug('dropped'); }
  if (mode === 'environment') console.info({ environment: process.env });
  const body = size > 0 ? 'x'.repeat(size) : JSON.stringify({ event, environment: process.env, remaining: \
context.getRemainingTimeInMillis() });
  return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body };
};`;

const TYPE = '{"type":"$context.error.responseType"}';
const RESPONSES: Readonly<Record<string, readonly [status: number, template: string]>> = {
  MISSING_AUTHENTICATION_TOKEN: [404, '{"requestId":"$context.requestId"}'],
  ACCESS_DENIED: [403, '{"detail":"lacks $context.authorizer.missing, sorry"}'],
  API_CONFIGURATION_ERROR: [500, TYPE],
  AUTHORIZER_CONFIGURATION_ERROR: [500, TYPE],
  AUTHORIZER_FAILURE: [500, TYPE],
  DEFAULT_4XX: [400, TYPE],
  DEFAULT_5XX: [500, TYPE],
  INTEGRATION_TIMEOUT: [504, TYPE],
  INVALID_API_KEY: [503, TYPE],
  QUOTA_EXCEEDED: [429, TYPE],
  THROTTLED: [429, TYPE],
  UNAUTHORIZED: [401, TYPE],
  UNSUPPORTED_MEDIA_TYPE: [415, TYPE],
};

const gatewayResponses = (api: string) =>
  Object.fromEntries(
    Object.entries(RESPONSES).map(([type, [status, template]]) => [
      `${api}${type}`,
      {
        Type: 'AWS::ApiGateway::GatewayResponse',
        Properties: {
          RestApiId: { Ref: api },
          ResponseType: type,
          StatusCode: String(status),
          ResponseParameters: {
            'gatewayresponse.header.Content-Type': "'application/problem+json'",
            'gatewayresponse.header.X-Request-Id': 'context.requestId',
            'gatewayresponse.header.X-None': 'context.authorizer.none',
          },
          ResponseTemplates: { 'application/json': template },
        },
      },
    ]),
  );

const uri = (functionId: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:aws:apigateway:',
      { Ref: 'AWS::Region' },
      ':lambda:path/2015-03-31/functions/',
      { 'Fn::GetAtt': [functionId, 'Arn'] },
      '/invocations',
    ],
  ],
});

const proxyMethod = (method: string) => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: {
    RestApiId: { Ref: 'Api' },
    ResourceId: { Ref: 'Thing' },
    HttpMethod: method,
    ApiKeyRequired: true,
    AuthorizationType: 'CUSTOM',
    AuthorizerId: { Ref: 'Authorizer' },
    Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: uri('Echo') },
  },
});

const lambda = (name: string) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: 'assets', S3Key: `${name}.zip` },
    Handler: 'index.handler',
    Runtime: 'nodejs24.x',
    // What responds has time to, also on a busy machine.
    Timeout: 10,
    MemorySize: 256,
    Role: 'ignored',
    Environment: { Variables: { TABLE_NAME: { Ref: 'Table' } } },
  },
});

const attribute = (name: string) => ({ AttributeName: name, AttributeType: 'S' });
const keys = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];
const index = ({ name, partitionKey, sortKey }: (typeof INDEXES)[number]) => ({
  IndexName: name,
  KeySchema: keys(partitionKey, sortKey),
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name', 'isLocked'] },
});

const KEY_ATTRIBUTES = new Set([
  'pk',
  'sk',
  ...INDEXES.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]),
]);

const POOL_SCHEMA = [
  { Name: 'email', Required: true, Mutable: true },
  { Name: 'organization_id', AttributeDataType: 'String', Mutable: false },
];

/** A stack with one of everything that the runner runs. */
export const smallTemplate = () => ({
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...KEY_ATTRIBUTES].map(attribute),
        KeySchema: keys('pk', 'sk'),
        GlobalSecondaryIndexes: INDEXES.map(index),
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      },
    },
    Authorize: lambda('authorize'),
    Echo: lambda('echo'),
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: { Name: 'Api', ApiKeySourceType: 'AUTHORIZER', MinimumCompressionSize: 1024 },
    },
    Thing: {
      Type: 'AWS::ApiGateway::Resource',
      Properties: { ParentId: { Ref: 'Things' }, PathPart: '{id}', RestApiId: { Ref: 'Api' } },
    },
    Things: {
      Type: 'AWS::ApiGateway::Resource',
      Properties: {
        ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] },
        PathPart: 'things',
        RestApiId: { Ref: 'Api' },
      },
    },
    Authorizer: {
      Type: 'AWS::ApiGateway::Authorizer',
      Properties: {
        Type: 'REQUEST',
        AuthorizerUri: uri('Authorize'),
        IdentitySource: 'method.request.header.X-Api-Key',
        AuthorizerResultTtlInSeconds: 0,
        RestApiId: { Ref: 'Api' },
      },
    },
    ThingGet: proxyMethod('GET'),
    ThingHead: proxyMethod('HEAD'),
    ThingAny: {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        RestApiId: { Ref: 'Api' },
        ResourceId: { Ref: 'Thing' },
        HttpMethod: 'ANY',
        AuthorizationType: 'NONE',
        Integration: {
          Type: 'MOCK',
          ContentHandling: 'CONVERT_TO_TEXT',
          PassthroughBehavior: 'NEVER',
          RequestTemplates: { 'application/json': '{"statusCode":405}' },
          IntegrationResponses: [
            {
              StatusCode: '405',
              ResponseParameters: {
                'method.response.header.Allow': "'GET, HEAD'",
                'method.response.header.X-Request-Id': 'context.requestId',
              },
              ResponseTemplates: { 'application/json': '{"requestId":"$context.requestId"}' },
            },
          ],
        },
      },
    },
    ...gatewayResponses('Api'),
    ...gatewayResponses('AdminApi'),
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        RestApiId: { Ref: 'Api' },
        StageName: 'test',
        AccessLogSetting: { Format: '{"id":"$context.requestId","status":"$context.status"}' },
      },
    },
    Pool: {
      Type: 'AWS::Cognito::UserPool',
      Properties: {
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        UsernameAttributes: ['email'],
        Policies: {
          PasswordPolicy: {
            MinimumLength: 12,
            RequireLowercase: true,
            RequireUppercase: true,
            RequireNumbers: true,
            RequireSymbols: true,
          },
        },
        Schema: POOL_SCHEMA,
      },
    },
    Client: {
      Type: 'AWS::Cognito::UserPoolClient',
      Properties: {
        UserPoolId: { Ref: 'Pool' },
        AllowedOAuthFlows: ['code'],
        AllowedOAuthFlowsUserPoolClient: true,
        AllowedOAuthScopes: ['openid'],
        IdTokenValidity: 15,
        AccessTokenValidity: 15,
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
        RefreshTokenValidity: 720,
        TokenValidityUnits: { IdToken: 'minutes', AccessToken: 'minutes', RefreshToken: 'minutes' },
        ReadAttributes: ['email', 'custom:organization_id'],
        CallbackURLs: [
          { 'Fn::Sub': 'https://${AdminApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}/admin/console' },
        ],
        SupportedIdentityProviders: ['COGNITO'],
      },
    },
    AdminGroup: {
      Type: 'AWS::Cognito::UserPoolGroup',
      Properties: { UserPoolId: { Ref: 'Pool' }, GroupName: 'admin' },
    },
    MemberGroup: {
      Type: 'AWS::Cognito::UserPoolGroup',
      Properties: { UserPoolId: { Ref: 'Pool' }, GroupName: 'member' },
    },
    AdminApi: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: { Name: 'AdminApi', MinimumCompressionSize: 1024 },
    },
    AdminStage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        RestApiId: { Ref: 'AdminApi' },
        StageName: 'admin',
        AccessLogSetting: { Format: '$context.requestId $context.authorizer.claims.sub' },
      },
    },
    AdminAuthorizer: {
      Type: 'AWS::ApiGateway::Authorizer',
      Properties: {
        RestApiId: { Ref: 'AdminApi' },
        Type: 'COGNITO_USER_POOLS',
        ProviderARNs: [{ 'Fn::GetAtt': ['Pool', 'Arn'] }],
        IdentitySource: 'method.request.header.Authorization',
        IdentityValidationExpression: { 'Fn::Sub': '^${Client}$' },
        AuthorizerResultTtlInSeconds: 0,
      },
    },
    Self: {
      Type: 'AWS::ApiGateway::Resource',
      Properties: {
        RestApiId: { Ref: 'AdminApi' },
        ParentId: { 'Fn::GetAtt': ['AdminApi', 'RootResourceId'] },
        PathPart: 'self',
      },
    },
    SelfGet: {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        RestApiId: { Ref: 'AdminApi' },
        ResourceId: { Ref: 'Self' },
        HttpMethod: 'GET',
        AuthorizationType: 'COGNITO_USER_POOLS',
        AuthorizerId: { Ref: 'AdminAuthorizer' },
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: uri('Echo') },
      },
    },
    Plan: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: {
        ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' } }],
        Throttle: { RateLimit: 10_000, BurstLimit: 10_000 },
        Quota: { Limit: 1_000_000, Period: 'DAY' },
      },
    },
    LimitedPlan: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: {
        ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' } }],
        Throttle: { RateLimit: 1, BurstLimit: 3 },
        Quota: { Limit: 2, Period: 'DAY' },
      },
    },
  } as Record<string, { Type: string; Properties: Record<string, unknown> }>,
  Outputs: {
    ApiUrl: { Value: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/test' } },
    AdminUrl: {
      Value: { 'Fn::Sub': 'https://${AdminApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}/admin' },
    },
    SignInUrl: { Value: 'https://small.auth.us-east-1.amazoncognito.com' },
    UserPoolId: { Value: { Ref: 'Pool' } },
    TableName: { Value: { Ref: 'Table' } },
    UsagePlans: { Value: { 'Fn::Sub': '{"standard":"${Plan}","limited":"${LimitedPlan}"}' } },
  },
});

/** Writes an assembly of one stack, as `cdk synth` would, and returns its folder. */
export const writeAssembly = (
  template: { Resources: Record<string, unknown>; Outputs?: object } = smallTemplate(),
): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  const write = (name: string, content: unknown): void =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  write('manifest.json', {
    artifacts: {
      'Small.assets': { type: 'cdk:asset-manifest', properties: { file: 'Small.assets.json' } },
      Small: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Small.template.json' } },
    },
  });
  write('Small.template.json', template);
  const code = { authorize: AUTHORIZE, echo: ECHO };
  write('Small.assets.json', {
    files: Object.fromEntries(
      Object.keys(code).map((name) => [
        name,
        {
          source: { path: `asset.${name}`, packaging: 'zip' },
          destinations: { here: { objectKey: `${name}.zip` } },
        },
      ]),
    ),
  });
  for (const [name, text] of Object.entries(code)) {
    mkdirSync(join(folder, `asset.${name}`));
    write(join(`asset.${name}`, 'index.cjs'), text);
  }
  return folder;
};
