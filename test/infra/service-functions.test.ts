import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { stageConfig } from '../../infra/config.ts';
import { createStack, resourcesOf } from '../support/synthesis.ts';

const { app, stack, outdir } = createStack('production');
app.synth();
const template = Template.fromStack(stack);

interface Statement {
  readonly Action: string | string[];
  readonly Effect: string;
  readonly Resource: unknown;
  readonly Condition?: Record<string, Record<string, string[]>>;
}

/** Of the table and its indexes, as against its stream. */
const isOfTable = ({ Action }: Statement): boolean =>
  [Action]
    .flat()
    .some((action) => /^dynamodb:(?!ListStreams|DescribeStream|GetRecords|GetShardIterator)/.test(action));

/** What each function's role may do with the table: actions and leading keys, by the construct's name. */
const tableAccess = (): Record<string, string[]> => {
  const access: Record<string, string[]> = {};
  for (const [id, policy] of resourcesOf(template, 'AWS::IAM::Policy')) {
    const { Statement: statements } = policy.Properties['PolicyDocument'] as { Statement: Statement[] };
    const name = /^(?:SalesApi|AdminApi|ChangeEvents|Webhooks)(.*)RoleDefaultPolicy/.exec(id)?.[1];
    if (name === undefined) continue;
    access[name] = statements.filter(isOfTable).map(({ Action, Condition, Resource }) => {
      const target = JSON.stringify(Resource).includes('/index/') ? 'index' : 'table';
      const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
      const attributes = Condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'];
      const narrowed = attributes === undefined ? '' : ` (${attributes.join(' ')})`;
      return `${[Action].flat().join(',')} on ${target}: ${[keys].flat().join(' ')}${narrowed}`;
    });
  }
  return access;
};

/** The code of each function, by its logical id. */
const bundlesOf = (of: Template, folder: string): ReadonlyMap<string, string> =>
  new Map(
    [...resourcesOf(of, 'AWS::Lambda::Function')].map(([id, { Properties }]) => {
      const { S3Key: key } = Properties['Code'] as { S3Key: string };
      return [id, readFileSync(join(folder, `asset.${key.replace('.zip', '')}`, 'index.cjs'), 'utf8')];
    }),
  );

/** Whether a function answers requests of the data API, or lets them in. */
const isReader = ([id]: readonly [string, string]): boolean =>
  id.startsWith('SalesApi') && !id.startsWith('SalesApiServeOpenApi');

describe('the functions', () => {
  it('each have a role of their own, held to the partitions they read', () => {
    expect(tableAccess()).toEqual({
      Authorize: [
        'dynamodb:GetItem on table: API_KEY#*',
        'dynamodb:UpdateItem on table: API_KEY#* (pk sk lastUsedAt)',
      ],
      ManageKeys: [
        'dynamodb:BatchGetItem,dynamodb:DeleteItem,dynamodb:GetItem,dynamodb:PutItem,dynamodb:UpdateItem on table: API_KEY#*',
        'dynamodb:BatchGetItem,dynamodb:PutItem,dynamodb:Query on table: AUDIT_LOG#*',
        'dynamodb:Query on index: ORG#*#API_KEYS* AUDIT_LOG#*',
      ],
      GetPerson: ['dynamodb:GetItem on table: ORG#*#PERSON#*'],
      GetCompany: ['dynamodb:GetItem on table: ORG#*#COMPANY#*'],
      ListCallLists: [
        'dynamodb:GetItem on table: ORG#*#CALL_LISTS*',
        'dynamodb:Query on index: ORG#*#CALL_LISTS*',
      ],
      GetCallList: [
        'dynamodb:GetItem,dynamodb:Query on table: ORG#*#CALL_LIST#*',
        'dynamodb:BatchGetItem on table: ORG#*#PERSON#* ORG#*#COMPANY#*',
      ],
      ManageWebhooks: [
        'dynamodb:DeleteItem,dynamodb:GetItem,dynamodb:PutItem,dynamodb:Query,dynamodb:UpdateItem on table: WEBHOOKS#*',
        'dynamodb:PutItem,dynamodb:Query,dynamodb:UpdateItem on table: WEBHOOK_EVENT#*',
        'dynamodb:BatchGetItem,dynamodb:GetItem,dynamodb:PutItem,dynamodb:UpdateItem on table: WEBHOOK_DELIVERY#*',
        'dynamodb:PutItem on table: AUDIT_LOG#*',
        'dynamodb:Query on index: WEBHOOK_DELIVERIES#*',
      ],
      Publish: ['dynamodb:BatchGetItem on table: ORG#*#CALL_LIST_ENTRY#* ORG#*#CALL_LIST#*'],
      FanOut: [
        'dynamodb:Query on table: WEBHOOKS#*',
        'dynamodb:PutItem on table: WEBHOOK_EVENT#*',
        'dynamodb:GetItem,dynamodb:PutItem on table: WEBHOOK_DELIVERY#*',
      ],
      Deliver: [
        'dynamodb:GetItem,dynamodb:UpdateItem on table: WEBHOOKS#* WEBHOOK_DELIVERY#*',
        'dynamodb:Query on table: WEBHOOK_EVENT#*',
        'dynamodb:PutItem on table: AUDIT_LOG#*',
      ],
      Requeue: [
        'dynamodb:Query on index: DUE_WEBHOOK_DELIVERIES#*',
        'dynamodb:UpdateItem on table: WEBHOOK_DELIVERY#*',
      ],
      ServeConsole: [],
      ServeOpenApi: [],
      TryRequest: [],
    });
  });

  it('may add to the audit log, and never change or delete what is in it', () => {
    const forbidden = /^dynamodb:(\*|UpdateItem|DeleteItem|BatchWriteItem|PartiQL.*|.*Table.*)$/;
    for (const [, { Properties }] of resourcesOf(template, 'AWS::IAM::Policy')) {
      const { Statement: statements } = Properties['PolicyDocument'] as { Statement: Statement[] };
      for (const { Action, Condition } of statements) {
        if (![Action].flat().some((action) => forbidden.test(action))) continue;
        const keys = [Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']].flat();
        // A pattern that begins with anything else cannot match a key that begins with AUDIT_LOG.
        for (const key of keys) expect(key).toMatch(/^(?!AUDIT_LOG)[A-Z_]+#/);
      }
    }
  });

  it('that manages keys may call API Gateway for keys and their plans, and nothing else of it', () => {
    const [policy] = [...resourcesOf(template, 'AWS::IAM::Policy')]
      .filter(([id]) => id.includes('ManageKeys'))
      .map(([, { Properties }]) => Properties['PolicyDocument'] as { Statement: Statement[] });
    const calls = (policy?.Statement ?? [])
      .filter(({ Action }) => JSON.stringify(Action).includes('apigateway'))
      .flatMap(({ Action, Resource }) =>
        [Resource].flat().map((resource) => {
          const path = JSON.stringify(resource)
            .replace(/^.*"::/, '')
            .replace(/",\{"Ref":"[^"]+"\},"/, '{id}')
            .replace(/"\]\]\}$/, '');
          return `${String(Action)} ${path}`;
        }),
      );
    expect(calls.sort()).toEqual([
      'apigateway:DELETE /apikeys/*',
      'apigateway:GET /apikeys',
      'apigateway:GET /usageplans/{id}/usage',
      'apigateway:GET /usageplans/{id}/usage',
      'apigateway:POST /apikeys',
      'apigateway:POST /usageplans/{id}/keys',
      'apigateway:POST /usageplans/{id}/keys',
    ]);
  });

  it.each([
    ['serves the console', 'ServeConsole'],
    ['serves the OpenAPI document', 'ServeOpenApi'],
    ['tries requests', 'TryRequest'],
  ])('that %s may write its log and its traces, and nothing else', (_, name) => {
    const actions = [...resourcesOf(template, 'AWS::IAM::Policy')]
      .filter(([id]) => id.includes(name))
      .flatMap(([, { Properties }]) => (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement)
      .flatMap(({ Action }) => Action);
    expect(actions.sort()).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ]);
  });

  it('hold nothing when a request names no key at all', () => {
    for (const [, policy] of resourcesOf(template, 'AWS::IAM::Policy')) {
      const { Statement: statements } = policy.Properties['PolicyDocument'] as { Statement: Statement[] };
      for (const statement of statements) {
        if (!isOfTable(statement)) continue;
        const { Condition } = statement;
        expect(Condition?.['Null']).toEqual({ 'dynamodb:LeadingKeys': 'false' });
      }
    }
  });

  it('run on the pinned runtime, traced, with JSON logs that do not outlive their retention', () => {
    const functions = resourcesOf(template, 'AWS::Lambda::Function');
    expect(functions.size).toBe(14);
    for (const [id, { Properties }] of functions) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
      });
      // API Gateway gives up after 29 seconds.
      if (/^(Sales|Admin)Api/.test(id)) expect(Properties['Timeout']).toBeLessThan(29);
    }
    for (const [, { Properties }] of resourcesOf(template, 'AWS::Logs::LogGroup')) {
      expect(Properties['RetentionInDays']).toBe(90);
    }
  });

  it('are small: those of the read path hold no schemas, no writers and no SDK', () => {
    const bundles = [...bundlesOf(template, outdir)];
    for (const [, text] of bundles) expect(text.length).toBeLessThan(500_000);
    const readers = bundles.filter(isReader);
    expect(readers).toHaveLength(5);
    for (const [id, text] of readers) {
      expect(text.length, id).toBeLessThan(60_000);
      for (const ballast of ['ZodError', 'TransactWriteCommand', 'DynamoDBServiceException']) {
        expect(text, id).not.toContain(ballast);
      }
    }
  });

  it('of the read path take the client of the AWS SDK where a stage says so', () => {
    const config = { ...stageConfig('production'), tableClient: 'sdk' } as const;
    const changed = createStack('production', config);
    changed.app.synth();
    const readers = [...bundlesOf(Template.fromStack(changed.stack), changed.outdir)].filter(isReader);
    expect(readers).toHaveLength(5);
    for (const [id, text] of readers) expect(text, id).toContain('DynamoDBServiceException');
  });
});
