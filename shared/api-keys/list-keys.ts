import { timestampOf } from '../domain/timestamp.ts';
import { apiKeyKey, apiKeyPartition } from '../table/keys.ts';
import type { Item } from '../table/reader.ts';
import { COLLECTION_INDEX } from '../table/schema.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem, isPending } from './api-key-mapper.ts';
import { clearLeftOvers } from './clear-left-overs.ts';
import type { KeyStore } from './key-store.ts';

const readAll = async ({ reader }: KeyStore, organizationId: string): Promise<readonly Item[]> => {
  const ids: string[] = [];
  let start: Item | undefined;
  do {
    const page = await reader.queryPage({
      index: COLLECTION_INDEX,
      partition: apiKeyPartition(organizationId),
      ...(start === undefined ? {} : { startAfter: start }),
    });
    ids.push(...page.items.map((item) => String(item[COLLECTION_INDEX.sortKey]).split('#')[1] ?? ''));
    start = page.lastEvaluated;
  } while (start !== undefined);
  // The index only holds their order; what they are comes from the table, strongly consistently.
  return reader.getMany(ids.map(apiKeyKey), { consistentRead: true });
};

/** All keys of an organization, revoked ones included, newest first. Clears up what earlier failures left. */
export const listKeys = async (store: KeyStore, organizationId: string): Promise<readonly ApiKey[]> => {
  const items = await readAll(store, organizationId);
  await clearLeftOvers(store, items, timestampOf(new Date()));
  return items
    .filter((item) => !isPending(item))
    .map(apiKeyFromItem)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
};
