import type { CallList } from '../../domain/call-list.ts';
import type { CallListEntry } from '../../domain/call-list-entry.ts';
import {
  optionalString,
  requiredBoolean,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../items/attributes.ts';
import { callListEntryKey, callListIndexKeys, callListKey } from '../items/keys.ts';
import type { Item } from '../reader.ts';
import { entryPhone } from '../records/nested-fields.ts';

/** A call list without its `entryCount`, which only changes by addition. */
export const callListToItem = (organizationId: string, callList: CallList): Record<string, unknown> => ({
  ...callList,
  ...callListKey(organizationId, callList.id),
  ...callListIndexKeys(organizationId, callList),
});

export const callListFromItem = (item: Item): CallList => ({
  id: requiredString(item, 'id'),
  name: requiredString(item, 'name'),
  createdAt: requiredString(item, 'createdAt'),
  isLocked: requiredBoolean(item, 'isLocked'),
});

/** Maps an index item, which has `createdAt` and `id` only in its sort key `createdAt#id`. */
export const callListFromIndexItem = (item: Item): CallList => {
  const [createdAt = '', id = ''] = requiredString(item, 'gsi1sk').split('#');
  return { id, name: requiredString(item, 'name'), createdAt, isLocked: requiredBoolean(item, 'isLocked') };
};

export const callListEntryToItem = (
  organizationId: string,
  callListId: string,
  entry: CallListEntry,
): Record<string, unknown> => ({
  ...withoutAbsent(entry),
  ...callListEntryKey(organizationId, callListId, entry.position, entry.id),
});

export const callListEntryFromItem = (item: Item): CallListEntry => ({
  id: requiredString(item, 'id'),
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
});
