import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { batchesOf } from '../../../shared/table/batches.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { startTestEngine, type TestEngine } from './engine.ts';

/** The maximum of BatchWriteItem. */
const BATCH = 25;

/** Fills a table that has no stream yet: a restored one begins after its items. */
export const putItems = async (
  client: TestEngine['client'],
  tableName: string,
  items: readonly Item[],
): Promise<void> => {
  for (const batch of batchesOf(items, BATCH)) {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
};

/** Begins the stream of a table. */
export const enableStream = async (client: TestEngine['client'], TableName: string): Promise<void> => {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
};

/** An engine whose table has these items, and a stream that begins after them, as DynamoDB restores one. */
export const startRestoredEngine = async (items: readonly Item[]): Promise<TestEngine> => {
  const engine = await startTestEngine();
  const { client, tableName } = engine;
  await putItems(client, tableName, items);
  await enableStream(client, tableName);
  return engine;
};
