import { FILTERS } from '../../kinds/filters.ts';
import { callListKey } from '../../table/items/keys.ts';
import { callListFromItem } from '../store/call-list-items.ts';
import { lookupOf } from './record-lookup.ts';

/** The lookup of call lists that a request asks for. Throws without one of its parameters. */
export const callListLookup = lookupOf({
  name: 'call_list',
  keyOf: callListKey,
  fromItem: callListFromItem,
  filters: FILTERS['call-list'],
});
