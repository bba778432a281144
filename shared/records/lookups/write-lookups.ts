import type { TableReader } from '../../table/reader.ts';
import type { ScannedResource } from '../upgrade/scan-resources.ts';
import { lookupChanges } from './lookup-changes.ts';
import type { LookupStore } from './lookup-store.ts';

/**
 * Writes the lookups of resources that an upgrade listed, so that its collections are complete only with
 * them. The function on the table's stream writes the same ones, but may be far behind.
 */
export const writeLookups = async (
  reader: TableReader,
  store: LookupStore,
  listed: readonly ScannedResource[],
): Promise<void> => {
  const resources = new Map(listed.map(({ resource, item: { pk, sk } }) => [`${pk} ${sk}`, resource]));
  const keys = listed.map(({ item: { pk, sk } }) => ({ pk: String(pk), sk: String(sk) }));
  const items = await reader.getMany(keys, { consistentRead: true });
  await store.apply(
    items.flatMap((after) => {
      const resource = resources.get(`${after['pk']} ${after['sk']}`);
      return resource === undefined ? [] : lookupChanges({ resource, before: undefined, after });
    }),
  );
};
