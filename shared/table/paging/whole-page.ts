import type { Item, PageQuery, TableReader } from '../reader.ts';

export interface WholePage {
  /** `limit` items, or all of the rest. */
  readonly items: readonly Item[];
  /** Whether the partition holds more items. */
  readonly hasMore: boolean;
}

/**
 * Reads exactly `limit` items of a partition across DynamoDB's own pages of 1 MB, plus one extra item to find
 * out whether a next page exists.
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
