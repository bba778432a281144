import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isProtected, STAGE_NAMES, type StageConfig, stageConfig } from '../../../infra/config.ts';
import { retentionOf } from '../../../infra/constructs/platform/retention.ts';
import { LEADING_KEYS } from '../../../shared/table/items/leading-keys.ts';
import { matchesPattern } from '../../support/platform/iam/conditions.ts';
import { deployedPolicies } from '../../support/platform/iam/deployed-policies.ts';
import { isAllowed } from '../../support/platform/iam/evaluate.ts';
import { createStack, templateOf } from '../../support/platform/synthesis.ts';
import { quoted, tableBelow } from '../../support/values/markdown-table.ts';

const DOCS = join(import.meta.dirname, '..', '..', '..', 'infra', 'docs');
const readDocument = (name: string): string => readFileSync(join(DOCS, name), 'utf8');

const assessment = readDocument('security-assessment.md');
const resourceRows = tableBelow(assessment, '### Resources');
const itemRows = tableBelow(assessment, '### Items of the table');

const domain = (name: string) => ({
  name,
  certificateArn: 'arn:aws:acm:eu-central-1:000000000000:certificate/1',
});

/** With all that an operator can add. */
const config: StageConfig = {
  ...stageConfig('production'),
  alarmNotification: { emails: ['ops@example.com'] },
  domains: { dataApi: domain('sales.example.com'), adminApi: domain('sales-admin.example.com') },
  firewall: { managedRules: 'block' },
  threatProtection: 'enforce',
  callingHours: { table: 'shared/calling-hours/north-america.json' },
  identityProviders: [
    {
      name: 'acme',
      type: 'oidc',
      emailDomains: ['acme.example'],
      issuer: 'https://login.acme.example',
      clientId: 'sales-data',
      clientSecretName: 'sales-data/acme',
    },
  ],
};
const template = templateOf(createStack('production', config));
const resources: Readonly<
  Record<string, { readonly Type: string; readonly Properties?: Record<string, unknown> }>
> = template.toJSON()['Resources'];

/** Resources that store data, with what makes AWS encrypt it as the data map says. */
const ENCRYPTION: Readonly<Record<string, readonly [description: string, properties: object]>> = {
  'AWS::DynamoDB::Table': ['AWS owned key', { SSESpecification: undefined }],
  'AWS::Events::EventBus': ['AWS owned key', { KmsKeyIdentifier: undefined }],
  'AWS::SQS::Queue': ['AES-256', { SqsManagedSseEnabled: true }],
  'AWS::S3::Bucket': [
    'AES-256',
    {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      VersioningConfiguration: undefined,
    },
  ],
  'AWS::Cognito::UserPool': ['managed by AWS', {}],
  'AWS::Cognito::UserPoolIdentityProvider': ['managed by AWS', {}],
  'AWS::Logs::LogGroup': ['managed by AWS', { KmsKeyId: undefined }],
  'AWS::KMS::Key': ['inside of KMS', { EnableKeyRotation: true }],
  'AWS::SNS::Topic': [
    '`ObservabilityKey`',
    { KmsMasterKeyId: { 'Fn::GetAtt': [expect.stringMatching(/^ObservabilityKey/), 'Arn'] } },
  ],
};

const STORES_NOTHING = new Set(
  [
    'ApiGateway::Account ApiGateway::Authorizer ApiGateway::BasePathMapping ApiGateway::Deployment',
    'ApiGateway::DomainName ApiGateway::GatewayResponse',
    'ApiGateway::Method ApiGateway::Resource ApiGateway::RestApi ApiGateway::Stage ApiGateway::UsagePlan',
    'CloudWatch::Alarm CloudWatch::Dashboard Logs::MetricFilter',
    'Cognito::ManagedLoginBranding Cognito::UserPoolClient Cognito::UserPoolDomain Cognito::UserPoolGroup',
    'Cognito::UserPoolRiskConfigurationAttachment WAFv2::WebACL WAFv2::WebACLAssociation',
    'Events::Rule IAM::Policy IAM::Role S3::BucketPolicy SNS::Subscription SNS::TopicPolicy SQS::QueuePolicy',
    'Lambda::EventInvokeConfig Lambda::EventSourceMapping Lambda::Function Lambda::Permission',
  ]
    .flatMap((types) => types.split(' '))
    .map((type) => `AWS::${type}`),
);

/** The row of a resource. Log groups have one each by their ends; a full name comes first. */
const rowOf = (name: string): readonly string[] | undefined =>
  resourceRows.find(([cell]) => quoted(cell).includes(name)) ??
  resourceRows.find(([cell]) => quoted(cell).some((pattern) => matchesPattern(pattern, name)));

describe('the resources in the data map', () => {
  const stored = Object.entries(resources).filter(([, { Type }]) => Type in ENCRYPTION);

  it('covers every type of resource in the stack', () => {
    const types = new Set(Object.values(resources).map(({ Type }) => Type));
    const unknown = [...types].filter((type) => !(type in ENCRYPTION) && !STORES_NOTHING.has(type));
    expect(unknown).toEqual([]);
  });

  it.each(stored)('lists %s with its encryption', (logicalId, resource) => {
    const row = rowOf(logicalId.replace(/[0-9A-F]{8}$/, ''));
    const [description, properties] = ENCRYPTION[resource.Type] ?? ['', {}];
    expect(row?.[2]).toBe(description);
    for (const [name, value] of Object.entries(properties)) {
      expect(resource.Properties?.[name], name).toEqual(value);
    }
  });

  it('lists no resource that the stack lacks', () => {
    const names = stored.map(([logicalId]) => logicalId.replace(/[0-9A-F]{8}$/, ''));
    const patterns = resourceRows.flatMap(([cell]) => quoted(cell));
    expect(patterns.filter((pattern) => !names.some((name) => matchesPattern(pattern, name)))).toEqual([]);
  });
});

describe('the items in the data map', () => {
  const model = tableBelow(readDocument('data-model.md'), '## Items');

  it('lists the items of the data model', () => {
    const names = itemRows.flatMap(([cell = '']) => cell.split('; '));
    expect(names.toSorted()).toEqual(model.map(([name]) => name).toSorted());
  });

  it('lists every item that the code writes', () => {
    const keys = model.flatMap(([, pk, , ofIndexes]) => quoted(`${pk}${ofIndexes}`));
    const unknown = Object.values(LEADING_KEYS).filter(
      (pattern) => !keys.some((key) => matchesPattern(pattern, key.replace(/^…/, 'ORG#o'))),
    );
    expect(unknown).toEqual([]);
  });

  const { functions, arnsOf } = deployedPolicies(template);
  const resource = arnsOf('AWS::DynamoDB::Table')['DataTable'] ?? '';
  const readersOf = (partition: string): readonly string[] =>
    [...functions]
      .filter(([, { role: principal, statements }]) =>
        ['GetItem', 'BatchGetItem', 'Query'].some((name) =>
          isAllowed(
            { identity: statements },
            {
              principal,
              action: `dynamodb:${name}`,
              resource,
              context: { 'dynamodb:LeadingKeys': [partition] },
            },
          ),
        ),
      )
      .map(([, { folder }]) => folder);

  it('has the functions that may read each item', async () => {
    const rows = model.map(([name = '', pk = '']) => {
      const [first = '', ...more] = quoted(pk);
      // `…#COMPANIES` continues the partition before it.
      const base = first.replace(/#[^#]+(#hash)?$/, '');
      const partitions = [first, ...more.map((key) => key.replace(/^…/, base))];
      const readers = [...new Set(partitions.flatMap(readersOf))].toSorted();
      return `| ${name} | ${readers.map((reader) => `\`${reader}\``).join(', ') || 'no function'} |`;
    });
    const page = [
      '# Readers of items',
      '',
      'The functions whose role allows `GetItem`, `BatchGetItem` or `Query` on each',
      '[item of the table](data-model.md#items). Derived from the template by `data-map.test.ts`, which',
      'rewrites this page with `npx vitest run --project infra data-map --update`.',
      '',
      '| item | functions |',
      '|---|---|',
      ...rows,
      '',
    ];
    await expect(page.join('\n')).toMatchFileSnapshot(join(DOCS, 'item-readers.md'));
  });
});

describe('the settings in the data map', () => {
  it('states the settings of each stage', () => {
    const yes = (value: boolean): string => (value ? 'yes' : 'no');
    const values = STAGE_NAMES.map(stageConfig).map((stage) => [
      String(stage.logRetentionDays),
      String(stage.eventRetentionDays),
      String(stage.importRetentionDays),
      String(retentionOf(stage).backupDays),
      yes(stage.requiresMfa),
      yes(isProtected(stage)),
    ]);
    const rows = tableBelow(assessment, '### Settings of the stages');
    expect(STAGE_NAMES.map((_, index) => rows.map((row) => row[index + 1]))).toEqual(values);
  });
});
