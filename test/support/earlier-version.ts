import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { batchesOf } from '../../shared/table/batches.ts';
import { resourceOfKey } from '../../shared/table/items/resource-key.ts';
import type { Item } from '../../shared/table/reader.ts';
import type { TestEngine } from './engine/engine.ts';
import { ROOT } from './service/command.ts';

/** The organizations of the earlier data. The last one is not registered. */
export const EARLIER_ORGANIZATIONS = {
  demo: 'dec0dec0-0000-4000-8000-000000000001',
  second: '5ec0dec0-0000-4000-8000-000000000002',
  unregistered: '7ec0dec0-0000-4000-8000-000000000003',
} as const;

/**
 * Items that the version without `changedAt` wrote: its sample data, an organization whose entries moved and
 * whose people changed, and one that is not registered.
 */
export const earlierItems: readonly Item[] = readFileSync(
  join(ROOT, 'test/fixtures/earlier-version.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

/** The people, companies, call lists and entries among items. */
export const resourcesOf = (items: readonly Item[]) =>
  items.flatMap((item) => {
    const resource = resourceOfKey({ pk: String(item['pk']), sk: String(item['sk']) });
    return resource === undefined ? [] : [{ resource, item }];
  });

/** Stores items as they are. */
export const putItems = async (
  { client, tableName }: Pick<TestEngine, 'client' | 'tableName'>,
  items: readonly Item[],
): Promise<void> => {
  for (const batch of batchesOf(items, 25)) {
    const requests = batch.map((item) => ({ PutRequest: { Item: { ...item } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
};
