import { timestampOf } from '../domain/timestamp.ts';
import { apiKeyKey, apiKeyPartition } from '../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../table/items/schema.ts';
import { type CollectionPage, readCollectionPage } from '../table/paging/collection-page.ts';
import { readWholeItems } from '../table/paging/read-items.ts';
import type { TableReader } from '../table/reader.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem, isPending } from './api-key-mapper.ts';
import type { KeyScope, KeyStore } from './key-store.ts';
import { removeOrphanedGatewayKeys } from './remove-orphaned-gateway-keys.ts';

export interface ApiKeyPage {
  /** Newest first, revoked ones included. */
  readonly keys: readonly ApiKey[];
  /** The position of the last key, if more follow. */
  readonly next?: string | undefined;
}

export interface PageRequest {
  readonly limit: number;
  /** The end of the previous page. */
  readonly position?: string | undefined;
}

/** A page of items, newest first, pending ones included. */
export const readKeyItems = async (
  { reader }: Pick<KeyStore, 'reader'>,
  { organizationId, ownerId }: KeyScope,
  page: PageRequest,
): Promise<CollectionPage> => {
  const { items, next } = await readCollectionPage(reader, {
    ...page,
    index: ownerId === undefined ? COLLECTION_INDEX : PART_INDEX,
    partition: apiKeyPartition(organizationId, ownerId),
    descending: true,
    keyAt: apiKeyKey,
  });
  // The index only determines the order; the items come from a strongly consistent read of the table.
  return { items: await readWholeItems(reader, items, { consistentRead: true }), next };
};

/** A page of keys. Also cleans up after interrupted operations on these keys. */
export const listKeys = async (store: KeyStore, scope: KeyScope, page: PageRequest): Promise<ApiKeyPage> => {
  const { items, next } = await readKeyItems(store, scope, page);
  try {
    await removeOrphanedGatewayKeys(store, items, timestampOf(new Date()));
  } catch (error) {
    store.onCleanUpFailure(error);
  }
  return { keys: items.filter((item) => !isPending(item)).map(apiKeyFromItem), next };
};

/**
 * The keys of an organization by id, without unknown ids.
 *
 * @param ids may repeat
 */
export const readKeysById = async (
  reader: TableReader,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ApiKey>> => {
  if (ids.length === 0) return new Map();
  const items = await reader.getMany([...new Set(ids)].map((id) => apiKeyKey(id)));
  const own = items.filter((item) => item['organizationId'] === organizationId).map(apiKeyFromItem);
  return new Map(own.map((key) => [key.id, key]));
};
