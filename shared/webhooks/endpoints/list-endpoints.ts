import { collectionSortKey } from '../../table/items/keys.ts';
import type { Table } from '../../table/table.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { readEndpoints } from './endpoint-repository.ts';

export interface EndpointPage {
  /** Newest first. */
  readonly endpoints: readonly WebhookEndpoint[];
  /** The position of the last endpoint, if more follow. */
  readonly next?: string;
}

/**
 * @param page.position where the previous page ended
 * @param page.isByKey whether to list only endpoints that were created with API keys
 */
export const listEndpoints = async (
  store: Pick<Table, 'reader'>,
  organizationId: string,
  {
    limit,
    position,
    isByKey,
  }: { readonly limit: number; readonly position?: string | undefined; readonly isByKey?: boolean },
): Promise<EndpointPage> => {
  const all = (await readEndpoints(store, organizationId))
    .filter(({ apiKeyId }) => isByKey !== true || apiKeyId !== null)
    .map((endpoint) => ({ endpoint, position: collectionSortKey(endpoint.createdAt, endpoint.id) }))
    .filter((each) => position === undefined || each.position < position)
    .toSorted((one, other) => (one.position < other.position ? 1 : -1));
  const page = all.slice(0, limit);
  const last = page.at(-1);
  const endpoints = page.map(({ endpoint }) => endpoint);
  return all.length > limit && last !== undefined ? { endpoints, next: last.position } : { endpoints };
};
