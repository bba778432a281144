import type { CallListEntry } from '../../domain/call-list-entry.ts';
import type { Company } from '../../domain/company.ts';
import type { Location, Phone } from '../../domain/fields.ts';
import type { Person } from '../../domain/person.ts';
import { list, map } from '../../table/items/attributes.ts';
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

export const location = (item: Item): Location | null => {
  const value = map<Location>(item, 'location');
  if (value === null) return null;
  const { street, city, region, postalCode, country } = value;
  return { street, city, region, postalCode, country };
};

export const annualRevenue = (item: Item): Company['annualRevenue'] => {
  const value = map<NonNullable<Company['annualRevenue']>>(item, 'annualRevenue');
  return value === null ? null : { amount: value.amount, currency: value.currency };
};

export const entryPhone = (item: Item): CallListEntry['phone'] => {
  const value = map<NonNullable<CallListEntry['phone']>>(item, 'phone');
  return value === null ? null : { number: value.number, type: value.type };
};

/** Sorted by name in UTF-16 code units. */
export const customFields = (item: Item): Person['customFields'] => {
  const value = map<Person['customFields']>(item, 'customFields') ?? {};
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
};
