import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareTable } from '../../../../infra/local/dynamodb/table.ts';
import { hasEarlierData } from '../../../../infra/local/earlier-data.ts';
import { createPeople } from '../../../../shared/records/collections/collections.ts';
import {
  CHANGE_INDEX,
  INDEX_ATTRIBUTES,
  INDEXES,
  PARTITION_KEY,
  SORT_KEY,
} from '../../../../shared/table/items/schema.ts';
import { createTableReader } from '../../../../shared/table/sdk/document-client-table.ts';
import { EARLIER_ORGANIZATIONS, earlierItems, putItems } from '../../../support/earlier-version.ts';
import { startTestEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { earlierResources, upgrade } from '../../../support/upgraded.ts';

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

it('adds the missing index to a table with data of an earlier version, which can then be upgraded', async () => {
  const earlierIndexes = INDEXES.filter(({ name }) => name !== CHANGE_INDEX.name);
  await engine.client.send(
    new CreateTableCommand({ TableName: TABLE_NAME, ...propertiesOf(earlierIndexes) }),
  );
  await putItems(engine, earlierItems);

  const resource = { logicalId: 'Table', physicalId: TABLE_NAME, arn: undefined };
  await prepareTable(engine.client, { ...resource, properties: propertiesOf(INDEXES) });
  const reader = createTableReader(engine.client, TABLE_NAME);
  expect(await hasEarlierData(reader)).toBe(true);

  await upgrade(engine);
  expect(await hasEarlierData(reader)).toBe(false);
  const { second } = EARLIER_ORGANIZATIONS;
  const query = { changedSince: undefined, descending: false, limit: 100, position: undefined };
  const { items } = await createPeople(reader, second).page(query);
  expect(items).toHaveLength(earlierResources('people', second).length);
});
