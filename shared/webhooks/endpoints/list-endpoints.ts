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

/** @param page.position where the previous page ended */
export const listEndpoints = async (
  store: Table,
  organizationId: string,
  { limit, position }: { readonly limit: number; readonly position?: string | undefined },
): Promise<EndpointPage> => {
  const all = (await readEndpoints(store, organizationId))
    .map((endpoint) => ({ endpoint, position: collectionSortKey(endpoint.createdAt, endpoint.id) }))
    .filter((each) => position === undefined || each.position < position)
    .toSorted((one, other) => (one.position < other.position ? 1 : -1));
  const page = all.slice(0, limit);
  const last = page.at(-1);
  const endpoints = page.map(({ endpoint }) => endpoint);
  return all.length > limit && last !== undefined ? { endpoints, next: last.position } : { endpoints };
};
