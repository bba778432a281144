import { Match } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { synthesize } from '../../support/platform/synthesis.ts';

const rulesOf = (template: ReturnType<typeof synthesize>): readonly object[] => {
  const [bucket, ...others] = Object.values(
    template.findResources('AWS::S3::Bucket', {
      Properties: { NotificationConfiguration: Match.anyValue() },
    }),
  );
  expect(others).toEqual([]);
  return bucket?.['Properties'].LifecycleConfiguration.Rules;
};

it.each(['development', 'staging', 'production'])('deletes uploaded files after 90 days in %s', (stage) => {
  const rules = rulesOf(synthesize(stage));
  expect(rules).toEqual([
    { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    { Status: 'Enabled', Prefix: 'exports/', ExpirationInDays: 8 },
    { Status: 'Enabled', Prefix: 'imports/', ExpirationInDays: 90 },
    { Status: 'Enabled', Prefix: 'received/', ExpirationInDays: 90 },
    { Status: 'Enabled', Prefix: 'uploads/', ExpirationInDays: 90 },
    { Status: 'Enabled', Prefix: 'work/', ExpirationInDays: 7 },
  ]);
});

it('deletes uploaded files after the configured days, and outputs the period', () => {
  const template = synthesize('production', { importRetentionDays: 30 });
  expect(rulesOf(template)).toContainEqual(expect.objectContaining({ ExpirationInDays: 30 }));
  template.hasOutput('Retention', { Value: Match.stringLikeRegexp('"importDays":30') });
});
