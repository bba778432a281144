import type { Person } from '../../kinds/person.ts';
import { personKey } from '../../table/items/keys.ts';
import type { TableReader } from '../../table/reader.ts';
import { personFromItem } from '../store/person-items.ts';
import { namesOfPerson } from './name-lookups.ts';
import { peopleOfList } from './people-of-list.ts';
import { type LookupQuery, lookupOf } from './record-lookup.ts';

const byOwnValue = lookupOf<Person>({
  name: 'person',
  keyOf: personKey,
  fromItem: personFromItem,
  nameKind: 'PERSON_NAME',
  namesOf: namesOfPerson,
  parameters: {
    externalId: 'PERSON_EXTERNAL_ID',
    email: 'PERSON_EMAIL',
    phone: 'PERSON_PHONE',
    companyId: 'PERSON_COMPANY',
    ownerId: 'PERSON_OWNER',
    tag: 'PERSON_TAG',
  },
});

/** The lookup of people that a request asks for. Throws without one of its parameters. */
export const personLookup = (reader: TableReader, organizationId: string, query: LookupQuery) => {
  const { callListId } = query;
  return typeof callListId === 'string'
    ? peopleOfList(reader, organizationId, callListId)
    : byOwnValue(reader, organizationId, query);
};
