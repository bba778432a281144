import { timestampOf } from '../domain/timestamp.ts';
import { apiKeyKey, apiKeyPartition } from '../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../table/items/schema.ts';
import { readWholePage } from '../table/paging/whole-page.ts';
import type { Item } from '../table/reader.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem, isPending } from './api-key-mapper.ts';
import type { KeyScope, KeyStore } from './key-store.ts';
import { removeOrphanedGatewayKeys } from './remove-orphaned-gateway-keys.ts';

export interface ApiKeyPage {
  /** Newest first, revoked ones included. */
  readonly keys: readonly ApiKey[];
  /** The position of the last key, if more follow. */
  readonly next?: string;
}

export interface PageRequest {
  readonly limit: number;
  /** The end of the previous page. */
  readonly position?: string | undefined;
}

/** Positions are `createdAt#id`, the sort key of the index. */
const idAt = (position: string): string => position.slice(position.indexOf('#') + 1);

/** A page of items, newest first, pending ones included. */
export const readKeyItems = async (
  { reader }: Pick<KeyStore, 'reader'>,
  { organizationId, ownerId }: KeyScope,
  { limit, position }: PageRequest,
): Promise<{ readonly items: readonly Item[]; readonly next?: string }> => {
  const index = ownerId === undefined ? COLLECTION_INDEX : PART_INDEX;
  const partition = apiKeyPartition(organizationId, ownerId);
  const startAfter =
    position === undefined
      ? undefined
      : { ...apiKeyKey(idAt(position)), [index.partitionKey]: partition, [index.sortKey]: position };
  const page = await readWholePage(
    reader,
    { index, partition, descending: true, ...(startAfter === undefined ? {} : { startAfter }) },
    limit,
  );
  const positions = page.items.map((item) => String(item[index.sortKey]));
  // The index only determines the order; the items come from a strongly consistent read of the table.
  const keys = positions.map((each) => apiKeyKey(idAt(each)));
  const items = new Map(
    (await reader.getMany(keys, { consistentRead: true })).map((item) => [String(item['pk']), item]),
  );
  const last = positions.at(-1);
  return {
    items: keys.map(({ pk }) => items.get(pk)).filter((item) => item !== undefined),
    ...(page.hasMore && last !== undefined ? { next: last } : {}),
  };
};

/** A page of keys. Also cleans up after interrupted operations on these keys. */
export const listKeys = async (store: KeyStore, scope: KeyScope, page: PageRequest): Promise<ApiKeyPage> => {
  const { items, next } = await readKeyItems(store, scope, page);
  try {
    await removeOrphanedGatewayKeys(store, items, timestampOf(new Date()));
  } catch (error) {
    store.onCleanUpFailure(error);
  }
  const keys = items.filter((item) => !isPending(item)).map(apiKeyFromItem);
  return { keys, ...(next === undefined ? {} : { next }) };
};
