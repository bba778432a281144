import type { Person } from '../../domain/person.ts';
import {
  list,
  optionalString,
  requiredBoolean,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { changeKeys } from '../../table/items/change-keys.ts';
import { personKey } from '../../table/items/keys.ts';
import { CHANGED_ATTRIBUTE } from '../../table/items/schema.ts';
import type { Item } from '../../table/reader.ts';
import { customFields, emails, externalIds, location, phones } from './nested-fields.ts';

export const personToItem = (organizationId: string, person: Person): Record<string, unknown> => ({
  ...withoutAbsent(person),
  ...personKey(organizationId, person.id),
  ...changeKeys(organizationId, 'people', person),
});

export const personFromItem = (item: Item): Person => ({
  id: requiredString(item, 'id'),
  firstName: optionalString(item, 'firstName'),
  lastName: optionalString(item, 'lastName'),
  title: optionalString(item, 'title'),
  emails: emails(item),
  phones: phones(item),
  companyId: optionalString(item, 'companyId'),
  timezone: optionalString(item, 'timezone'),
  location: location(item),
  linkedinUrl: optionalString(item, 'linkedinUrl'),
  websiteUrl: optionalString(item, 'websiteUrl'),
  doNotCall: requiredBoolean(item, 'doNotCall'),
  ownerId: optionalString(item, 'ownerId'),
  tags: list(item, 'tags'),
  externalIds: externalIds(item),
  customFields: customFields(item),
  createdAt: requiredString(item, 'createdAt'),
  updatedAt: requiredString(item, 'updatedAt'),
  changedAt: requiredString(item, CHANGED_ATTRIBUTE),
});
