import { describe, expect, it } from 'vitest';
import { createCollection } from '../../../shared/records/collections/collection.ts';
import { CHANGE_INDEX, CHANGED_ATTRIBUTE } from '../../../shared/table/items/schema.ts';
import type { Item, TableReader } from '../../../shared/table/reader.ts';

const [EARLIER, LATER] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];

const indexItem = (id: string, changedAt: string): Item => ({
  pk: id,
  sk: id,
  [CHANGE_INDEX.sortKey]: `${changedAt}#${id}`,
});

describe('a page of a collection', () => {
  it('returns a record once that moves between two partitions while they are read', async () => {
    const partitions: Readonly<Record<string, readonly Item[]>> = {
      unlocked: [indexItem('moved', EARLIER), indexItem('other', EARLIER)],
      locked: [indexItem('moved', LATER)],
    };
    const reader: Pick<TableReader, 'queryPage' | 'getMany'> = {
      queryPage: async ({ partition, descending }) => {
        const items = partitions[partition] ?? [];
        return { items: descending === true ? items.toReversed() : items, lastEvaluated: undefined };
      },
      // As DynamoDB, this rejects a request that names a key twice.
      getMany: async (keys) => {
        if (new Set(keys.map(({ pk }) => pk)).size < keys.length)
          throw new Error('The keys contain duplicates.');
        return keys.map((key) => ({ ...key, [CHANGED_ATTRIBUTE]: key.pk === 'moved' ? LATER : EARLIER }));
      },
    };
    const collection = createCollection(
      reader as TableReader,
      { index: CHANGE_INDEX, partitions: Object.keys(partitions) },
      ({ pk }) => pk,
      async () => 2,
    );
    const idsOf = async (descending: boolean) => {
      const page = await collection.page({
        changedSince: undefined,
        descending,
        limit: 5,
        position: undefined,
      });
      return page.items.map(({ resource }) => resource);
    };
    expect(await idsOf(false)).toEqual(['other', 'moved']);
    expect(await idsOf(true)).toEqual(['moved', 'other']);
  });
});
