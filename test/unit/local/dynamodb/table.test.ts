import { CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareTable } from '../../../../infra/local/dynamodb/table.ts';
import {
  CHANGE_INDEX,
  INDEX_ATTRIBUTES,
  INDEXES,
  PARTITION_KEY,
  SORT_KEY,
} from '../../../../shared/table/items/schema.ts';
import { startTestEngine, type TestEngine } from '../../../support/engine/engine.ts';

const TABLE_NAME = 'earlier';

let engine: TestEngine;
beforeAll(async () => {
  engine = { ...(await startTestEngine()), tableName: TABLE_NAME };
});
afterAll(() => engine.stop());

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];

/** The properties of a table with some of the indexes. */
const propertiesOf = (indexes: readonly (typeof INDEXES)[number][]) => ({
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: [
    ...new Set([PARTITION_KEY, SORT_KEY, ...indexes.flatMap((each) => [each.partitionKey, each.sortKey])]),
  ].map((name) => ({ AttributeName: name, AttributeType: 'S' as const })),
  KeySchema: keySchema(PARTITION_KEY, SORT_KEY),
  GlobalSecondaryIndexes: indexes.map(({ name, partitionKey, sortKey }) => ({
    IndexName: name,
    KeySchema: keySchema(partitionKey, sortKey),
    Projection:
      name === CHANGE_INDEX.name
        ? { ProjectionType: 'KEYS_ONLY' as const }
        : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...INDEX_ATTRIBUTES] },
  })),
});

it('adds an index that a table lacks', async () => {
  const before = INDEXES.filter(({ name }) => name !== CHANGE_INDEX.name);
  await engine.client.send(new CreateTableCommand({ TableName: TABLE_NAME, ...propertiesOf(before) }));
  const resource = { logicalId: 'Table', physicalId: TABLE_NAME, arn: undefined };
  await prepareTable(engine.client, { ...resource, properties: propertiesOf(INDEXES) });
  const { Table } = await engine.client.send(new DescribeTableCommand({ TableName: TABLE_NAME }));
  const states = Table?.GlobalSecondaryIndexes?.map(({ IndexName, IndexStatus }) => [IndexName, IndexStatus]);
  expect(states).toEqual(expect.arrayContaining(INDEXES.map(({ name }) => [name, 'ACTIVE'])));
});
