import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { stageConfig } from '../../../infra/config.ts';
import { INDEXES } from '../../../shared/table/items/schema.ts';
import { createStack, synthesize, templateOf } from '../../support/platform/synthesis.ts';

const TABLE = 'AWS::DynamoDB::Table';

describe.each([
  { stage: 'development', retains: false },
  { stage: 'staging', retains: true },
  { stage: 'production', retains: true },
])('the table in $stage', ({ stage, retains }) => {
  const template = synthesize(stage);

  it('declares a table on demand, with a time to live and a stream of new and old images', () => {
    template.resourceCountIs(TABLE, 1);
    template.hasResourceProperties(TABLE, {
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
  });

  it(retains ? 'outlives the stack and can be restored' : 'is deleted with the stack', () => {
    template.hasResource(TABLE, {
      DeletionPolicy: retains ? 'RetainExceptOnCreate' : 'Delete',
      UpdateReplacePolicy: retains ? 'Retain' : 'Delete',
      Properties: {
        DeletionProtectionEnabled: retains,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: retains },
      },
    });
  });
});

describe('the configured warm throughput', () => {
  it('applies to the table and each index', () => {
    const warmThroughput = { readUnits: 20_000, writeUnits: 16_000 };
    const created = createStack('production', { ...stageConfig('production'), warmThroughput });
    const WarmThroughput = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 16_000 };
    templateOf(created).hasResourceProperties(TABLE, {
      WarmThroughput,
      GlobalSecondaryIndexes: INDEXES.map(({ name }) =>
        Match.objectLike({ IndexName: name, WarmThroughput }),
      ),
    });
  });
});

describe('the indexes', () => {
  it('projects only the attributes that listings show, and only keys for due deliveries and changes', () => {
    const index = (name: string, partitionKey: string) =>
      Match.objectLike({
        IndexName: name,
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          { AttributeName: 'gsi1sk', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name', 'isLocked'] },
      });
    const keysOnly = (name: string) =>
      Match.objectLike({
        IndexName: name,
        KeySchema: [
          { AttributeName: `${name}pk`, KeyType: 'HASH' },
          { AttributeName: `${name}sk`, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      });
    expect(() =>
      synthesize('development').hasResourceProperties(TABLE, {
        GlobalSecondaryIndexes: [
          index('gsi1', 'gsi1pk'),
          index('gsi2', 'gsi2pk'),
          keysOnly('gsi3'),
          keysOnly('gsi4'),
        ],
      }),
    ).not.toThrow();
  });
});
