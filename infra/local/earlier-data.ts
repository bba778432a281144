import { completeCollectionKey } from '../../shared/table/items/change-keys.ts';
import { COLLECTION_NAMES, ORGANIZATION_PARTITION } from '../../shared/table/items/keys.ts';
import { COLLECTION_INDEX } from '../../shared/table/items/schema.ts';
import { readItems } from '../../shared/table/paging/read-items.ts';
import type { TableReader } from '../../shared/table/reader.ts';

/** Whether a registered organization has data of an earlier version, which is to be upgraded. */
export const hasEarlierData = async (reader: TableReader): Promise<boolean> => {
  const organizations = await readItems(reader, {
    index: COLLECTION_INDEX,
    partition: ORGANIZATION_PARTITION,
  });
  // The sort key ends with the id.
  const ids = organizations.map(({ gsi1sk }) => String(gsi1sk).slice(-36));
  const marks = ids.flatMap((id) => COLLECTION_NAMES.map((name) => completeCollectionKey(id, name)));
  return (await reader.getMany(marks)).length < marks.length;
};
