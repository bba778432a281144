import { FILTERS } from '../../kinds/filters.ts';
import { personKey } from '../../table/items/keys.ts';
import type { TableReader } from '../../table/reader.ts';
import { personFromItem } from '../store/person-items.ts';
import { peopleOfList } from './people-of-list.ts';
import { type LookupQuery, lookupOf } from './record-lookup.ts';

const byOwnValue = lookupOf({
  name: 'person',
  keyOf: personKey,
  fromItem: personFromItem,
  filters: FILTERS.person,
});

/** The lookup of people that a request asks for. Throws without one of its parameters. */
export const personLookup = (reader: TableReader, organizationId: string, query: LookupQuery) => {
  const { callListId } = query;
  return typeof callListId === 'string'
    ? peopleOfList(reader, organizationId, callListId)
    : byOwnValue(reader, organizationId, query);
};
