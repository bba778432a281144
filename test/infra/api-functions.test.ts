import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
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

/** What each function's role may do with the table: actions and leading keys, by the construct's name. */
const tableAccess = (): Record<string, string[]> => {
  const access: Record<string, string[]> = {};
  for (const [id, policy] of resourcesOf(template, 'AWS::IAM::Policy')) {
    const { Statement: statements } = policy.Properties['PolicyDocument'] as { Statement: Statement[] };
    const name = /^SalesApi(.*)RoleDefaultPolicy/.exec(id)?.[1] ?? id;
    access[name] = statements
      .filter(({ Action }) => [Action].flat().some((action) => action.startsWith('dynamodb:')))
      .map(({ Action, Condition, Resource }) => {
        const target = JSON.stringify(Resource).includes('/index/') ? 'index' : 'table';
        const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
        return `${[Action].flat().join(',')} on ${target}: ${[keys].flat().join(' ')}`;
      });
  }
  return access;
};

describe('the functions', () => {
  it('each have a role of their own, held to the partitions they read', () => {
    expect(tableAccess()).toEqual({
      Authorize: ['dynamodb:GetItem on table: API_KEY#*'],
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
    });
  });

  it('hold nothing when a request names no key at all', () => {
    for (const [, policy] of resourcesOf(template, 'AWS::IAM::Policy')) {
      const { Statement: statements } = policy.Properties['PolicyDocument'] as { Statement: Statement[] };
      for (const { Action, Condition } of statements) {
        if (![Action].flat().some((action) => action.startsWith('dynamodb:'))) continue;
        expect(Condition?.['Null']).toEqual({ 'dynamodb:LeadingKeys': 'false' });
      }
    }
  });

  it('run on the pinned runtime, traced, with JSON logs that do not outlive their retention', () => {
    const functions = resourcesOf(template, 'AWS::Lambda::Function');
    expect(functions.size).toBe(5);
    for (const [, { Properties }] of functions) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
        Timeout: 10,
      });
    }
    for (const [, { Properties }] of resourcesOf(template, 'AWS::Logs::LogGroup')) {
      expect(Properties['RetentionInDays']).toBe(90);
    }
  });

  it('are small: every bundle is below 500 KB, and holds neither schemas nor writers', () => {
    const bundles = readdirSync(outdir).filter((name) => name.startsWith('asset.'));
    expect(bundles).toHaveLength(5);
    for (const bundle of bundles) {
      const file = join(outdir, bundle, 'index.cjs');
      expect(statSync(file).size).toBeLessThan(500_000);
      const text = readFileSync(file, 'utf8');
      expect(text).not.toContain('ZodError');
      expect(text).not.toContain('TransactWriteCommand');
    }
  });
});
