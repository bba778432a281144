import { describe, expect, it } from 'vitest';
import { STAGE_NAMES, stageConfig } from '../../../infra/config.ts';
import { synthesize } from '../../support/platform/synthesis.ts';

interface Fixed {
  readonly type: string;
  /** Properties that cannot be updated in place: a change would replace the resource, or fail. */
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Whether its data outlives the stack, but not a rollback of its creation, in stages that retain data. */
  readonly isRetained?: true;
}

const keys = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];
const INDEX_ATTRIBUTES = { NonKeyAttributes: ['name', 'isLocked'], ProjectionType: 'INCLUDE' };

const STACK_UUID = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
const FILE_BUCKET_NAME = { 'Fn::Join': ['', ['sales-data-files-', STACK_UUID]] };

/**
 * Resources whose replacement would lose data, users, URLs, keys or queued messages. CloudFormation replaces
 * a resource when its logical id changes (a construct was renamed or moved) or one of the properties below.
 * Never change a line here to make a test pass: a deployed stack would lose that resource. Adding lines is
 * safe, as is one index of the table per deployment.
 */
const FIXED: Readonly<Record<string, Fixed>> = {
  DataTableFDBAD0F2: {
    type: 'AWS::DynamoDB::Table',
    properties: {
      TableName: undefined,
      KeySchema: keys('pk', 'sk'),
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      GlobalSecondaryIndexes: [
        { IndexName: 'gsi1', KeySchema: keys('gsi1pk', 'gsi1sk'), Projection: INDEX_ATTRIBUTES },
        { IndexName: 'gsi2', KeySchema: keys('gsi2pk', 'gsi1sk'), Projection: INDEX_ATTRIBUTES },
        {
          IndexName: 'gsi3',
          KeySchema: keys('gsi3pk', 'gsi3sk'),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
        {
          IndexName: 'gsi4',
          KeySchema: keys('gsi4pk', 'gsi4sk'),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    },
    isRetained: true,
  },
  AdminApiUsersUserPoolD6CD7C54: {
    type: 'AWS::Cognito::UserPool',
    properties: {
      AliasAttributes: undefined,
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      Schema: [
        { Name: 'email', Required: true, Mutable: true },
        {
          Name: 'organization_id',
          AttributeDataType: 'String',
          Mutable: false,
          StringAttributeConstraints: { MinLength: '36', MaxLength: '36' },
        },
        {
          Name: 'provider_role',
          AttributeDataType: 'String',
          Mutable: true,
          StringAttributeConstraints: { MaxLength: '16' },
        },
      ],
    },
    isRetained: true,
  },
  AdminApiUsersClientD3311C87: {
    type: 'AWS::Cognito::UserPoolClient',
    properties: { GenerateSecret: false, UserPoolId: { Ref: 'AdminApiUsersUserPoolD6CD7C54' } },
  },
  AdminApiUsersDomainB20C9B7C: {
    type: 'AWS::Cognito::UserPoolDomain',
    properties: { UserPoolId: { Ref: 'AdminApiUsersUserPoolD6CD7C54' } },
  },
  // Only this key can decrypt the secrets of webhook endpoints.
  WebhooksKey2AAB7A4F: { type: 'AWS::KMS::Key', isRetained: true },
  // Their ids are part of the URLs that clients and users know.
  SalesApi18DDA6E7: { type: 'AWS::ApiGateway::RestApi' },
  AdminApiB3376E39: { type: 'AWS::ApiGateway::RestApi' },
  SalesApiDeploymentStageapiB4BEBE7F: {
    type: 'AWS::ApiGateway::Stage',
    properties: { StageName: 'api', RestApiId: { Ref: 'SalesApi18DDA6E7' } },
  },
  AdminApiDeploymentStageadmin0BF6DD39: {
    type: 'AWS::ApiGateway::Stage',
    properties: { StageName: 'admin', RestApiId: { Ref: 'AdminApiB3376E39' } },
  },
  // Every API key belongs to one of them.
  SalesApiUsagePlanstandardD01F42FD: { type: 'AWS::ApiGateway::UsagePlan' },
  SalesApiUsagePlanhighvolume0258964F: { type: 'AWS::ApiGateway::UsagePlan' },
  // Operators may have added rules to it.
  ChangeEventsBusC56CFA50: { type: 'AWS::Events::EventBus' },
  FilesBucket7C17EE2E: {
    type: 'AWS::S3::Bucket',
    properties: { BucketName: FILE_BUCKET_NAME },
    isRetained: true,
  },
  WebhooksFirstAttempts1C13870C: {
    type: 'AWS::SQS::Queue',
    properties: { QueueName: undefined, FifoQueue: true },
  },
  WebhooksRetries6FA77AFC: {
    type: 'AWS::SQS::Queue',
    properties: { QueueName: undefined, FifoQueue: undefined },
  },
};

interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

describe.each(STAGE_NAMES)('an update of %s', (stage) => {
  const resources: Readonly<Record<string, Resource | undefined>> = synthesize(stage).toJSON()['Resources'];

  it.each(Object.entries(FIXED))(
    'updates %s without replacement',
    (logicalId, { type, properties = {}, isRetained }) => {
      const resource = resources[logicalId];
      expect(resource?.Type).toBe(type);
      for (const [name, value] of Object.entries(properties)) {
        expect(resource?.Properties[name], name).toEqual(value);
      }
      if (isRetained && stageConfig(stage).retainsData) {
        expect(resource).toMatchObject({
          DeletionPolicy: 'RetainExceptOnCreate',
          UpdateReplacePolicy: 'Retain',
        });
      }
    },
  );

  it('adds no unlisted resource of these types', () => {
    const types = new Set(Object.values(FIXED).map(({ type }) => type));
    types.delete('AWS::SQS::Queue');
    const found = Object.entries(resources).filter(([, resource]) => types.has(resource?.Type ?? ''));
    expect(found.map(([logicalId]) => logicalId).filter((logicalId) => !(logicalId in FIXED))).toEqual([]);
  });
});
