import type { Item, PageQuery, TableReader } from '../reader.ts';

/** All items that a query matches, or the first `limit`, across DynamoDB's 1 MB pages. */
export const readItems = async (reader: TableReader, query: PageQuery): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let { limit, startAfter } = query;
  do {
    const page = await reader.queryPage({ ...query, limit, startAfter });
    items.push(...page.items);
    limit = limit && limit - page.items.length;
    startAfter = page.lastEvaluated;
  } while (startAfter !== undefined && limit !== 0);
  return items;
};

/** The complete items of the table for the items of an index, in the same order. Skips deleted ones. */
export const readWholeItems = async (
  reader: TableReader,
  indexItems: readonly Item[],
  options?: Parameters<TableReader['getMany']>[1],
): Promise<readonly Item[]> => {
  const keys = indexItems.map((item) => ({ pk: String(item['pk']), sk: String(item['sk']) }));
  const stored = await reader.getMany(keys, options);
  const byKey = new Map(stored.map((item) => [`${item['pk']} ${item['sk']}`, item]));
  return keys.map(({ pk, sk }) => byKey.get(`${pk} ${sk}`)).filter((item) => item !== undefined);
};
