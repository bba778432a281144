import { PERSON, type Person } from '../../kinds/person.ts';
import { withoutAbsent } from '../../table/items/attributes.ts';
import { changeKeys } from '../../table/items/change-keys.ts';
import { personKey } from '../../table/items/keys.ts';
import { recordReader } from './record-reader.ts';

export const personFromItem = recordReader(PERSON.fields);

export const personToItem = (organizationId: string, person: Person): Record<string, unknown> => ({
  ...withoutAbsent(person),
  ...personKey(organizationId, person.id),
  ...changeKeys(organizationId, 'person', person),
});
