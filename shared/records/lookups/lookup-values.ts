import type { Person } from '../../kinds/person.ts';
import type { Phone } from '../../kinds/phone-fields.ts';
import { list } from '../../table/items/attributes.ts';
import type { Item } from '../../table/reader.ts';
import { comparable, externalIdText, type RecordLookupKind } from './lookup-keys.ts';

type Values = (item: Item) => readonly string[];

const textOf =
  (attribute: string): Values =>
  (item) => {
    const value = item[attribute];
    return typeof value === 'string' ? [value] : [];
  };

const tagsOf: Values = (item) => list<string>(item, 'tags');

const numbersOf: Values = (item) =>
  list<Phone>(item, 'phones').flatMap(({ number }) => (number === null ? [] : [number]));

const externalIdsOf: Values = (item) =>
  list<Person['externalIds'][number]>(item, 'externalIds').map(externalIdText);

/**
 * The values by which a stored person or company is found. Throws a CorruptItemError for an item that the API
 * cannot show either.
 */
export const LOOKUP_VALUES: Readonly<Record<RecordLookupKind, Values>> = {
  PERSON_EMAIL: (item) => list<Person['emails'][number]>(item, 'emails').map(({ address }) => address),
  PERSON_PHONE: numbersOf,
  PERSON_COMPANY: textOf('companyId'),
  PERSON_EXTERNAL_ID: externalIdsOf,
  PERSON_OWNER: textOf('ownerId'),
  PERSON_TAG: tagsOf,
  COMPANY_DOMAIN: textOf('domain'),
  COMPANY_PHONE: numbersOf,
  COMPANY_EXTERNAL_ID: externalIdsOf,
  COMPANY_OWNER: textOf('ownerId'),
  COMPANY_TAG: tagsOf,
};

/** Whether a stored record is found by a value. */
export const hasValue = (item: Item, kind: RecordLookupKind, value: string): boolean =>
  LOOKUP_VALUES[kind](item).some((each) => comparable(kind, each) === comparable(kind, value));
