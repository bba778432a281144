import type { Item, PageQuery, TableReader } from './reader.ts';

export interface WholePage {
  /** As many as asked for, or all that there are. */
  readonly items: readonly Item[];
  /** Whether the partition holds more after these. */
  readonly hasMore: boolean;
}

/**
 * Reads just `limit` items of a partition, however the engine cuts its own pages (at 1 MB). One more than
 * asked for is read, which tells whether there is a next page.
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
