import { companyKey, personKey, type TableKey } from '../../table/items/keys.ts';
import { existing, isDeleted } from '../../table/items/versions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { companyFromItem, personFromItem } from './record-items.ts';

export type RecordRepository<T extends { readonly id: string }> = ReturnType<
  typeof createRecordRepository<T>
>;

/** Reads records of one kind by id, within one organization. */
export const createRecordRepository = <T extends { readonly id: string }>(
  reader: TableReader,
  keyOf: (organizationId: string, id: string) => TableKey,
  fromItem: (item: Item) => T,
) => ({
  async get(organizationId: string, id: string): Promise<T | undefined> {
    const item = existing(await reader.get(keyOf(organizationId, id)));
    return item === undefined ? undefined : fromItem(item);
  },
  /** The existing records by id. The ids may repeat. */
  async getMany(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, T>> {
    const items = await reader.getMany([...new Set(ids)].map((id) => keyOf(organizationId, id)));
    const records = new Map<string, T>();
    for (const item of items) {
      if (isDeleted(item)) continue;
      const record = fromItem(item);
      records.set(record.id, record);
    }
    return records;
  },
});

export const createPersonRepository = (reader: TableReader) =>
  createRecordRepository(reader, personKey, personFromItem);

export const createCompanyRepository = (reader: TableReader) =>
  createRecordRepository(reader, companyKey, companyFromItem);
