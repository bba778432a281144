import type { AdminApi, Page } from './admin-api.ts';
import type { Endpoint } from './types.ts';

/** More than one can choose from or look through. */
const MOST = 1_000;

/** The most that a page has. */
const PAGE_SIZE = 200;

/**
 * Reads the first thousand of a collection, page by page.
 *
 * @param read one page
 */
export const readAll = async <T>(
  read: (page: { readonly limit: number; readonly cursor: string | undefined }) => Promise<Page<T>>,
): Promise<readonly T[]> => {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: PAGE_SIZE, cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && items.length < MOST);
  return items;
};

/** The webhook endpoints of the organization, which has at most a thousand. */
export const readEndpoints = (
  api: Pick<AdminApi, 'request'>,
  signal: AbortSignal,
): Promise<readonly Endpoint[]> =>
  readAll((query) => api.request('GET /webhook-endpoints', { query }, signal));
