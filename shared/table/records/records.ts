import type { TableKey } from '../items/keys.ts';
import type { Item, TableReader } from '../reader.ts';

/** Reads records of one kind by id, within one organization. */
export interface RecordRepository<T> {
  get(organizationId: string, id: string): Promise<T | undefined>;
  /** The existing records by id. The ids may repeat. */
  getMany(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, T>>;
}

export const createRecordRepository = <T extends { readonly id: string }>(
  reader: TableReader,
  keyOf: (organizationId: string, id: string) => TableKey,
  fromItem: (item: Item) => T,
): RecordRepository<T> => ({
  async get(organizationId, id) {
    const item = await reader.get(keyOf(organizationId, id));
    return item === undefined ? undefined : fromItem(item);
  },
  async getMany(organizationId, ids) {
    const items = await reader.getMany([...new Set(ids)].map((id) => keyOf(organizationId, id)));
    return new Map(items.map(fromItem).map((record) => [record.id, record]));
  },
});
