import { CALL_LIST, type CallList, type ListedCallList } from '../../kinds/call-list.ts';
import { requiredBoolean, requiredString } from '../../table/items/attributes.ts';
import { callListChangeKeys } from '../../table/items/change-keys.ts';
import { callListIndexKeys, callListKey } from '../../table/items/keys.ts';
import type { Item } from '../../table/reader.ts';
import { recordReader } from './record-reader.ts';

/** A call list without its `entryCount`, which only changes by addition. */
export const callListToItem = (organizationId: string, callList: CallList): Record<string, unknown> => ({
  ...callList,
  ...callListKey(organizationId, callList.id),
  ...callListIndexKeys(organizationId, callList),
  ...callListChangeKeys(organizationId, callList),
});

export const callListFromItem = recordReader(CALL_LIST.fields);

/** Maps an index item, which has `createdAt` and `id` only in its sort key `createdAt#id`. */
export const callListFromIndexItem = (item: Item): ListedCallList => {
  const [createdAt = '', id = ''] = requiredString(item, 'gsi1sk').split('#');
  return { id, name: requiredString(item, 'name'), createdAt, isLocked: requiredBoolean(item, 'isLocked') };
};
