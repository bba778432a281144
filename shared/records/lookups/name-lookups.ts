import { isSearchable, nameText, personNameTexts } from '../../domain/values/name-text.ts';
import type { FilterName, NameFilter } from '../../kinds/filters.ts';
import type { TableKey } from '../../table/items/keys.ts';
import type { Item } from '../../table/reader.ts';
import { lookupKey } from './lookup-keys.ts';

/** Keeps sort keys and cursors short. Longer names are found by this much of them. */
const MAX_BYTES = 200;

/** Shortens a text in UTF-8 to whole characters. */
const shortened = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_BYTES) return text;
  return new TextDecoder().decode(bytes.subarray(0, MAX_BYTES)).replace(/\ufffd+$/, '');
};

/** The start of a name that a search compares: as long as what is stored. */
export const searchedStart = shortened;

const textsOf = (texts: readonly string[]): readonly string[] => texts.map(shortened).filter(isSearchable);

const textIn = (item: Item, attribute: string): string | null => {
  const value = item[attribute];
  return typeof value === 'string' ? value : null;
};

/** The texts whose prefixes find a record, each once. */
export const namesIn = (item: Item, { names }: NameFilter): readonly string[] =>
  names === 'name'
    ? textsOf([nameText(textIn(item, 'name') ?? '')])
    : [...new Set(textsOf(personNameTexts(textIn(item, 'firstName'), textIn(item, 'lastName'))))];

const sortKey = (text: string, id: string): string => `${text}\t${id}`;

/** The name and id in the sort key of a lookup by name. */
export const nameOfSortKey = (sk: string): { readonly text: string; readonly id: string } => {
  const tab = sk.lastIndexOf('\t');
  return { text: sk.slice(0, tab), id: sk.slice(tab + 1) };
};

const commonStart = (a: string, b: string): string => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  // Not half a character.
  return a.slice(0, length).replace(/[\ud800-\udbff]$/, '');
};

/** The lookups of a resource by its names. */
export const nameLookups = (
  organizationId: string,
  filter: FilterName,
  texts: readonly string[],
  id: string,
): readonly TableKey[] => texts.map((text) => lookupKey(organizationId, filter, text, id, sortKey(text, id)));

/** The lookup by what two names of a record have in common, which both are found by. */
export const repeatedNameLookups = (
  organizationId: string,
  filter: FilterName,
  [one = '', other = '']: readonly string[],
  id: string,
): readonly TableKey[] => {
  const common = commonStart(one, other);
  return isSearchable(common) ? [lookupKey(organizationId, filter, common, id, sortKey(common, id))] : [];
};
