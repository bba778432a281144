import { callListKey } from '../../table/items/keys.ts';
import type { TableReader } from '../../table/reader.ts';
import { callListFromItem } from '../store/call-list-items.ts';
import { byName } from './by-name.ts';
import { namesOf } from './name-lookups.ts';

const CALL_LIST = {
  keyOf: callListKey,
  fromItem: callListFromItem,
  nameKind: 'CALL_LIST_NAME',
  namesOf,
} as const;

/** The call lists whose name starts with a text, in the order of their names. */
export const callListLookup = (reader: TableReader, organizationId: string, name: string) =>
  byName({ reader, organizationId, kind: CALL_LIST }, name);
