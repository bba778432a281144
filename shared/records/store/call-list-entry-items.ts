import { CALL_LIST_ENTRY, type CallListEntry } from '../../kinds/call-list-entry.ts';
import { withoutAbsent } from '../../table/items/attributes.ts';
import { changeKeys, entryOfListKeys } from '../../table/items/change-keys.ts';
import { callListEntryKey } from '../../table/items/keys.ts';
import { recordReader } from './record-reader.ts';

export const callListEntryFromItem = recordReader(CALL_LIST_ENTRY.fields);

export const callListEntryToItem = (
  organizationId: string,
  { callListId, ...entry }: CallListEntry,
): Record<string, unknown> => ({
  ...withoutAbsent(entry),
  ...callListEntryKey(organizationId, callListId, entry.position, entry.id),
  ...changeKeys(organizationId, 'call-list-entry', entry),
  ...entryOfListKeys(organizationId, { ...entry, callListId }),
});
