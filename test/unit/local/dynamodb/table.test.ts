import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareTable } from '../../../../infra/local/dynamodb/table.ts';
import {
  CHANGE_INDEX,
  COLLECTION_INDEX,
  INDEX_ATTRIBUTES,
  INDEXES,
  PARTITION_KEY,
  SORT_KEY,
} from '../../../../shared/table/items/schema.ts';
import { createTableReader } from '../../../../shared/table/sdk/document-client-table.ts';
import { startTestEngine, type TestEngine } from '../../../support/engine/engine.ts';

const TABLE_NAME = 'prepared';
const RESOURCE = { logicalId: 'Table', physicalId: TABLE_NAME, arn: undefined };

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];

type Index = Readonly<Record<'name' | 'partitionKey' | 'sortKey', string>>;

/** The properties of a table with some of the indexes. */
const propertiesOf = (indexes: readonly Index[]) => ({
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

it('adds an index that the table lacks, and refuses a table with another index of that name', async () => {
  const others = INDEXES.filter(({ name }) => name !== CHANGE_INDEX.name);
  const { client } = engine;
  await client.send(new CreateTableCommand({ TableName: TABLE_NAME, ...propertiesOf(others) }));
  const item = { pk: 'a', sk: 'b', [CHANGE_INDEX.partitionKey]: 'people', [CHANGE_INDEX.sortKey]: '1' };
  await client.send(new PutCommand({ TableName: TABLE_NAME, Item: item }));

  await prepareTable(client, { ...RESOURCE, properties: propertiesOf(INDEXES) });
  const reader = createTableReader(client, TABLE_NAME);
  const query = { index: CHANGE_INDEX, partition: 'people', limit: 10 };
  expect((await reader.queryPage(query)).items).toMatchObject([{ pk: 'a', sk: 'b' }]);

  const renamed = { ...COLLECTION_INDEX, name: CHANGE_INDEX.name };
  await expect(prepareTable(client, { ...RESOURCE, properties: propertiesOf([renamed]) })).rejects.toThrow(
    `differs in its index ${CHANGE_INDEX.name}, which cannot be changed`,
  );
});
