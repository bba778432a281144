import type { Person } from '../../kinds/person.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { ResourceLookup } from './find-resources.ts';
import { peopleOfList } from './people-of-list.ts';
import { type LookupQuery, lookupOf as lookupOfKind } from './record-lookup.ts';

export { contactLookup } from './record-lookup.ts';

/** The lookups of people: also by the call list whose entries call them. */
export const lookupOf = (kind: 'person', fromItem: (item: Item) => Person) => {
  const byOwnValue = lookupOfKind(kind, fromItem);
  return (reader: TableReader, organizationId: string, query: LookupQuery): ResourceLookup<Person> => {
    const { callListId } = query;
    return typeof callListId === 'string'
      ? peopleOfList(reader, organizationId, callListId)
      : byOwnValue(reader, organizationId, query);
  };
};
