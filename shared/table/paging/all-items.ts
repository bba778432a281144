import type { Item, PageQuery, TableReader } from '../reader.ts';

/** All items that a query matches. Only for small partitions. */
export const readAllItems = async (
  reader: TableReader,
  query: Omit<PageQuery, 'limit' | 'startAfter'>,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await reader.queryPage({ ...query, ...(start === undefined ? {} : { startAfter: start }) });
    items.push(...page.items);
    start = page.lastEvaluated;
  } while (start !== undefined);
  return items;
};
