import type { FilterName, ValueFilter } from '../../kinds/filters.ts';
import { list } from '../../table/items/attributes.ts';
import type { Item } from '../../table/reader.ts';
import { comparable, externalIdText } from './lookup-keys.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The texts at a path of an item: of a field, of a list, or of a field of an object, or of those in a list. */
const textsAt = (item: Item, path: string): readonly string[] => {
  const [attribute = '', within] = path.split('.');
  const text = item[attribute];
  if (within === undefined && isText(text)) return [text];
  if (within !== undefined && isObject(text)) return [text[within]].filter(isText);
  const values = list<Readonly<Record<string, unknown>>>(item, attribute);
  return values.map((value) => (within === undefined ? value : value[within])).filter(isText);
};

/**
 * The values by which a stored record is found. Throws a CorruptItemError for an item that the API cannot
 * show either.
 */
export const valuesOf = (item: Item, { by, compare }: ValueFilter): readonly string[] => {
  if (by === null) return [''];
  const paths = [by].flat();
  if (compare !== 'external-id') return paths.flatMap((path) => textsAt(item, path));
  return paths.flatMap((path) => list<Parameters<typeof externalIdText>[0]>(item, path).map(externalIdText));
};

/** Whether a stored record is found by a value. */
export const hasValue = (item: Item, name: FilterName, filter: ValueFilter, value: string): boolean =>
  valuesOf(item, filter).some((each) => comparable(name, each) === comparable(name, value));
