import { requiredString } from '../../table/items/attributes.ts';
import { recordAliasKey } from '../../table/items/import-keys.ts';
import type { TableReader } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';

/**
 * The ids of the records that other ids lead to. A record keeps the id that it was created with; an alias
 * leads to it from the id that its source gave it later, and from the other addresses that identify it.
 *
 * @param ids computed like those of records; may repeat
 */
export const readAliases = async (
  reader: TableReader,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const keys = [...new Set(ids)].map((id) => recordAliasKey(organizationId, id));
  const items = keys.length === 0 ? [] : await reader.getMany(keys, { consistentRead: true });
  return new Map(
    items.map((item) => [String(item['pk']).slice(-36), requiredString(item, 'recordId')] as const),
  );
};

/** The write that makes an id lead to a record. */
export const putAlias = (organizationId: string, id: string, recordId: string): WriteOperation => ({
  put: { Item: { ...recordAliasKey(organizationId, id), recordId } },
});
