import { describe, expect, it } from 'vitest';
import { type ImportBucket, stageConfig } from '../../../infra/config.ts';
import { findingsOf } from '../../support/platform/cdk-nag.ts';
import {
  createStack,
  permissionsOf,
  resourcesOf,
  synthesize,
  templateOf,
} from '../../support/platform/synthesis.ts';

const ORGANIZATION = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
const KEY = 'arn:aws:kms:eu-central-1:111122223333:key/0c9cb7b2-6f1a-4f0e-9d5a-0f6a3f9e2f11';

const PREFIX = {
  prefix: 'exports/contacts/',
  organizationId: ORGANIZATION,
  kind: 'people',
  source: 'hubspot',
} as const;

const BUCKET: ImportBucket = {
  name: 'partner-exports',
  account: '111122223333',
  keyArn: KEY,
  prefixes: [PREFIX, { ...PREFIX, prefix: 'exports/companies/', kind: 'companies' }],
};

const withBuckets = (...importBuckets: readonly ImportBucket[]) =>
  createStack('production', { ...stageConfig('production'), importBuckets });

const withWord = (documents: readonly unknown[], word: string): readonly object[] =>
  documents
    .flatMap((document) => Object(document).Statement as readonly object[])
    .filter((statement) => JSON.stringify(statement).includes(word));

describe('buckets of other accounts', () => {
  const created = withBuckets(BUCKET);
  const template = templateOf(created);

  it('may send notifications only as the bucket of the account', () => {
    const policies = [...resourcesOf(template, 'AWS::SQS::QueuePolicy').values()];
    const documents = policies.map(({ Properties }) => Properties['PolicyDocument']);
    const [statement, ...others] = withWord(documents, 'partner-exports');
    expect(others).toEqual([]);
    expect(statement).toMatchObject({
      Action: 'sqs:SendMessage',
      Principal: { Service: 's3.amazonaws.com' },
      Condition: {
        ArnEquals: {
          'aws:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([':s3:::partner-exports'])] },
        },
        StringEquals: { 'aws:SourceAccount': '111122223333' },
      },
    });
  });

  it('are read below their prefixes, as long as the account owns them', () => {
    const documents = [...permissionsOf(template).values()].flat();
    const [objects, ...others] = withWord(documents, 'partner-exports');
    expect(others).toEqual([]);
    expect(objects).toMatchObject({
      Action: 's3:GetObject',
      Condition: { StringEquals: { 'aws:ResourceAccount': '111122223333' } },
    });
    for (const { prefix } of BUCKET.prefixes) expect(JSON.stringify(objects)).toContain(`/${prefix}*`);
    expect(withWord(documents, KEY)).toMatchObject([
      { Action: 'kms:Decrypt', Resource: KEY, Condition: { StringEquals: { 'kms:ViaService': {} } } },
    ]);
  });

  it('outputs what their owners attach', () => {
    const output = Object(template.findOutputs('*')['ImportBucketPolicies']).Value;
    const [, parts] = output['Fn::Join'] as [string, readonly unknown[]];
    const text = parts.map((part) => (typeof part === 'string' ? part : 'X')).join('');
    const allowed = { Effect: 'Allow', Principal: { AWS: 'X' } };
    expect(JSON.parse(text)).toEqual([
      {
        bucket: 'partner-exports',
        bucketPolicy: {
          ...allowed,
          Action: 's3:GetObject',
          Resource: BUCKET.prefixes.map(({ prefix }) => `arn:X:s3:::partner-exports/${prefix}*`),
        },
        keyPolicy: {
          ...allowed,
          ...{ Action: 'kms:Decrypt', Resource: '*' },
          Condition: { StringEquals: { 'kms:ViaService': 's3.X.X' } },
        },
        notifications: {
          QueueConfigurations: BUCKET.prefixes.map(({ prefix }) => ({
            QueueArn: 'X',
            Events: ['s3:ObjectCreated:*'],
            Filter: { Key: { FilterRules: [{ Name: 'prefix', Value: prefix }] } },
          })),
        },
      },
    ]);
  });

  it('leave no cdk-nag finding unacknowledged', () => {
    expect(findingsOf(withBuckets(BUCKET))).toEqual([]);
  });

  it('change nothing without the setting', () => {
    expect(JSON.stringify(synthesize('production').toJSON())).not.toContain('OTHER_BUCKETS');
    expect(synthesize('production').findOutputs('ImportBucketPolicies')).toEqual({});
  });

  it.each<[string, Partial<ImportBucket>, RegExp]>([
    ['a name of no bucket', { name: 'Partner_Exports' }, /not that of a bucket/],
    ['an account that is no id', { account: 'partner' }, /12 digits/],
    ['the alias of a key', { keyArn: KEY.replace('key/', 'alias/') }, /not of an alias/],
    ['no prefixes', { prefixes: [] }, /prefixes has none/],
    ['a whole bucket', { prefixes: [{ ...PREFIX, prefix: '' }] }, /not empty/],
    ['a wildcard', { prefixes: [{ ...PREFIX, prefix: 'exports/*' }] }, /must be letters/],
    [
      'a prefix of two organizations',
      {
        prefixes: [
          PREFIX,
          { ...PREFIX, prefix: 'exports/', organizationId: '7f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11' },
        ],
      },
      /"exports\/contacts\/" and "exports\/" overlap/,
    ],
    ['no organization', { prefixes: [{ ...PREFIX, organizationId: 'acme' }] }, /needs an organizationId/],
    ['a source with a slash', { prefixes: [{ ...PREFIX, source: 'a/b' }] }, /needs an organizationId/],
  ])('refuses %s', (_, changes, problem) => {
    expect(() => withBuckets({ ...BUCKET, ...changes })).toThrow(problem);
  });

  it('refuses a bucket that is named twice', () => {
    expect(() => withBuckets(BUCKET, BUCKET)).toThrow(/"partner-exports" twice/);
  });
});
