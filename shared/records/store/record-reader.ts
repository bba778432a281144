import type { Field, Fields, RecordOf } from '../../kinds/fields.ts';
import {
  list,
  map,
  optionalBoolean,
  optionalNumber,
  optionalString,
  requiredBoolean,
  requiredNumber,
  requiredString,
} from '../../table/items/attributes.ts';
import type { Item } from '../../table/reader.ts';

/** The id that ends a partition key. */
export const idOfPartition = (item: Item): string => requiredString(item, 'pk').slice(-36);

type Values = Readonly<Record<string, unknown>>;
type Read = (item: Item, attribute: string) => unknown;

/*
 * DynamoDB does not preserve the order of a map's attributes, so a reader lists each field and sorts custom
 * fields by name: an unchanged record always has the same bytes and ETag. Values were validated when written.
 */

/** Copies the declared fields of a stored map. */
const copyOf = (fields: Fields): ((values: Values) => Record<string, unknown>) => {
  const names = Object.keys(fields);
  return (values) => {
    const copy: Record<string, unknown> = {};
    for (const name of names) copy[name] = values[name];
    return copy;
  };
};

/** Sorted by name in UTF-16 code units. */
const sorted = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));

const readList = (of: Field): Read => {
  if (of.is !== 'object') return list;
  const copy = copyOf(of.fields);
  return (item, attribute) => list<Values>(item, attribute).map(copy);
};

const readObject = (fields: Fields): Read => {
  const copy = copyOf(fields);
  return (item, attribute) => {
    const value = map<Values>(item, attribute);
    return value === null ? null : copy(value);
  };
};

const readValue = (field: Field): Read => {
  switch (field.is) {
    case 'object':
      return readObject(field.fields);
    case 'list':
      return readList(field.of);
    case 'custom-fields':
      return (item, attribute) => sorted(map<Values>(item, attribute) ?? {});
    case 'boolean':
      return field.isNullable === true ? optionalBoolean : requiredBoolean;
    case 'number':
    case 'integer':
    case 'seconds':
      return field.isNullable === true ? optionalNumber : requiredNumber;
    default:
      return field.isNullable === true ? optionalString : requiredString;
  }
};

const readerOf = (field: Field): Read =>
  'inPartition' in field && field.inPartition ? idOfPartition : readValue(field);

/**
 * Creates the function that reads a record of declared fields from its item. It throws a CorruptItemError for
 * an item that lacks a required field.
 */
export const recordReader = <const F extends Fields>(fields: F): ((item: Item) => RecordOf<F>) => {
  const readers = Object.entries(fields).map(([name, field]) => [name, readerOf(field)] as const);
  return (item) => {
    const record: Record<string, unknown> = {};
    for (const [name, read] of readers) record[name] = read(item, name);
    return record as RecordOf<F>;
  };
};
