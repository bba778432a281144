import type { Item, PageQuery, TableReader } from '../reader.ts';

export interface WholePage {
  /** `limit` items, or all remaining ones. */
  readonly items: readonly Item[];
  /** Whether the partition holds more items. */
  readonly hasMore: boolean;
}

/**
 * Reads `limit` items of a partition across DynamoDB's 1 MB pages, plus one extra item to detect a next page.
 */
export const readWholePage = async (
  reader: TableReader,
  query: Omit<PageQuery, 'limit'>,
  limit: number,
): Promise<WholePage> => {
  const items: Item[] = [];
  let start = query.startAfter;
  do {
    const page = await reader.queryPage({
      ...query,
      limit: limit + 1 - items.length,
      ...(start === undefined ? {} : { startAfter: start }),
    });
    items.push(...page.items);
    start = page.lastEvaluated;
  } while (start !== undefined && items.length <= limit);
  return { items: items.slice(0, limit), hasMore: items.length > limit };
};
