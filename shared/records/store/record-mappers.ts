import type { CallListEntry } from '../../domain/call-list-entry.ts';
import type { Company } from '../../domain/company.ts';
import type { Location, Phone } from '../../domain/fields.ts';
import type { Person } from '../../domain/person.ts';
import {
  list,
  map,
  optionalNumber,
  optionalString,
  requiredBoolean,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { changeKeys } from '../../table/items/change-keys.ts';
import { companyKey, personKey } from '../../table/items/keys.ts';
import { CHANGED_ATTRIBUTE } from '../../table/items/schema.ts';
import type { Item } from '../../table/reader.ts';

/*
 * DynamoDB does not preserve the order of a map's attributes, so mappers list each field and sort custom
 * fields by name: an unchanged record always has the same bytes and ETag. Values were validated when written.
 */

export const emails = (item: Item): Person['emails'] =>
  list<Person['emails'][number]>(item, 'emails').map(({ address, type }) => ({ address, type }));

export const phones = (item: Item): Phone[] =>
  list<Phone>(item, 'phones').map(({ number, type, extension, raw, doNotCall }) => ({
    number,
    type,
    extension,
    raw,
    doNotCall,
  }));

export const externalIds = (item: Item): Person['externalIds'] =>
  list<Person['externalIds'][number]>(item, 'externalIds').map(({ source, id }) => ({ source, id }));

const location = (item: Item): Location | null => {
  const value = map<Location>(item, 'location');
  if (value === null) return null;
  const { street, city, region, postalCode, country } = value;
  return { street, city, region, postalCode, country };
};

const annualRevenue = (item: Item): Company['annualRevenue'] => {
  const value = map<NonNullable<Company['annualRevenue']>>(item, 'annualRevenue');
  return value === null ? null : { amount: value.amount, currency: value.currency };
};

export const entryPhone = (item: Item): CallListEntry['phone'] => {
  const value = map<NonNullable<CallListEntry['phone']>>(item, 'phone');
  return value === null ? null : { number: value.number, type: value.type };
};

/** Sorted by name in UTF-16 code units. */
const customFields = (item: Item): Person['customFields'] => {
  const value = map<Person['customFields']>(item, 'customFields') ?? {};
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** The last fields of people and companies. */
const recordFields = (item: Item) => ({
  doNotCall: requiredBoolean(item, 'doNotCall'),
  ownerId: optionalString(item, 'ownerId'),
  tags: list<string>(item, 'tags'),
  externalIds: externalIds(item),
  customFields: customFields(item),
  createdAt: requiredString(item, 'createdAt'),
  updatedAt: requiredString(item, 'updatedAt'),
  changedAt: requiredString(item, CHANGED_ATTRIBUTE),
});

export const companyToItem = (organizationId: string, company: Company): Record<string, unknown> => ({
  ...withoutAbsent(company),
  ...companyKey(organizationId, company.id),
  ...changeKeys(organizationId, 'companies', company),
});

export const companyFromItem = (item: Item): Company => ({
  id: requiredString(item, 'id'),
  name: optionalString(item, 'name'),
  domain: optionalString(item, 'domain'),
  websiteUrl: optionalString(item, 'websiteUrl'),
  industry: optionalString(item, 'industry'),
  employeeCount: optionalNumber(item, 'employeeCount'),
  annualRevenue: annualRevenue(item),
  phones: phones(item),
  location: location(item),
  timezone: optionalString(item, 'timezone'),
  linkedinUrl: optionalString(item, 'linkedinUrl'),
  description: optionalString(item, 'description'),
  ...recordFields(item),
});

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
  ...recordFields(item),
});
