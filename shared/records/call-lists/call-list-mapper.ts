import type { CallList, ListedCallList } from '../../domain/call-list.ts';
import type { CallListEntry } from '../../domain/call-list-entry.ts';
import {
  optionalString,
  requiredBoolean,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { callListChangeKeys, changeKeys, entryOfListKeys } from '../../table/items/change-keys.ts';
import { callListEntryKey, callListIndexKeys, callListKey } from '../../table/items/keys.ts';
import { CHANGED_ATTRIBUTE } from '../../table/items/schema.ts';
import type { Item } from '../../table/reader.ts';
import { entryPhone } from '../store/record-mappers.ts';

/** A call list without its `entryCount`, which only changes by addition. */
export const callListToItem = (organizationId: string, callList: CallList): Record<string, unknown> => ({
  ...callList,
  ...callListKey(organizationId, callList.id),
  ...callListIndexKeys(organizationId, callList),
  ...callListChangeKeys(organizationId, callList),
});

export const callListFromItem = (item: Item): CallList => ({
  id: requiredString(item, 'id'),
  name: requiredString(item, 'name'),
  createdAt: requiredString(item, 'createdAt'),
  isLocked: requiredBoolean(item, 'isLocked'),
  changedAt: requiredString(item, CHANGED_ATTRIBUTE),
});

/** Maps an index item, which has `createdAt` and `id` only in its sort key `createdAt#id`. */
export const callListFromIndexItem = (item: Item): ListedCallList => {
  const [createdAt = '', id = ''] = requiredString(item, 'gsi1sk').split('#');
  return { id, name: requiredString(item, 'name'), createdAt, isLocked: requiredBoolean(item, 'isLocked') };
};

export const callListEntryToItem = (
  organizationId: string,
  { callListId, ...entry }: CallListEntry,
): Record<string, unknown> => ({
  ...withoutAbsent(entry),
  ...callListEntryKey(organizationId, callListId, entry.position, entry.id),
  ...changeKeys(organizationId, 'callListEntries', entry),
  ...entryOfListKeys(organizationId, { ...entry, callListId }),
});

/** The id that ends a partition key. */
export const idOfPartition = (item: Item): string => requiredString(item, 'pk').slice(-36);

export const callListEntryFromItem = (item: Item): CallListEntry => ({
  id: requiredString(item, 'id'),
  callListId: idOfPartition(item),
  position: requiredNumber(item, 'position'),
  personId: optionalString(item, 'personId'),
  companyId: optionalString(item, 'companyId'),
  phone: entryPhone(item),
  status: requiredString(item, 'status') as CallListEntry['status'],
  attempts: requiredNumber(item, 'attempts'),
  lastCalledAt: optionalString(item, 'lastCalledAt'),
  lastDisposition: optionalString(item, 'lastDisposition'),
  nextCallAt: optionalString(item, 'nextCallAt'),
  note: optionalString(item, 'note'),
  addedAt: requiredString(item, 'addedAt'),
  updatedAt: requiredString(item, 'updatedAt'),
  changedAt: requiredString(item, CHANGED_ATTRIBUTE),
});
