import { emailAddressOf, emailKey } from '../../domain/values/email-address.ts';
import { externalIdTextOf } from '../../domain/values/external-id.ts';
import { hostNameOf } from '../../domain/values/host-name.ts';
import { type Comparison, FILTERS, type Filter, type FilterName } from '../../kinds/filters.ts';
import type { OwnKind, Snake } from '../../kinds/names.ts';
import type { IdMaker } from '../../table/items/import-ids.ts';
import type { TableKey } from '../../table/items/keys.ts';
import { hashedPartition } from '../../table/items/lookup.ts';
import { sharded, shardOf } from '../../table/items/shards.ts';

const withoutCase = (value: string): string => value.normalize('NFC').toLowerCase();

const COMPARISONS: Readonly<Record<Comparison, (value: string) => string>> = {
  exact: (value) => value,
  'without-case': withoutCase,
  'email-address': emailKey,
  'host-name': (value) => hostNameOf(value) ?? value.toLowerCase(),
  'external-id': (value) => externalIdTextOf(value) ?? value,
  'id-or-address': (value) => {
    const address = emailAddressOf(value);
    return address === null ? withoutCase(value) : emailKey(address);
  },
};

/** A name is found by its prefixes, all of which have these characters. */
const startOf = (text: string): string => [...text.slice(0, 4)].slice(0, 2).join('');

const ALL: Readonly<Record<FilterName, Filter>> = Object.assign({}, ...Object.values(FILTERS));

export const filterOf = (name: FilterName): Filter => ALL[name];

/** The form of a value in which it is compared. */
export const comparable = (name: FilterName, value: string): string => {
  const filter = ALL[name];
  return 'names' in filter ? startOf(value) : COMPARISONS[filter.compare](value);
};

const isSharded = (name: FilterName): boolean => ALL[name].isSharded === true;

const lookupPartition = (organizationId: string, kind: FilterName, value: string): string =>
  hashedPartition(organizationId, kind, comparable(kind, value));

/** All partitions with lookups of the resources that have a value. */
export const lookupPartitions = (
  organizationId: string,
  kind: FilterName,
  value: string,
): readonly string[] => {
  const partition = lookupPartition(organizationId, kind, value);
  return isSharded(kind) ? sharded(partition) : [partition];
};

/**
 * The lookup of a resource by one of its values.
 *
 * @param sk sorts the resources that have the value, and tells which one it is. @default its id
 */
export const lookupKey = (
  organizationId: string,
  kind: FilterName,
  value: string,
  id: string,
  sk = id,
): TableKey => {
  const partition = lookupPartition(organizationId, kind, value);
  return { pk: isSharded(kind) ? shardOf(partition, id) : partition, sk };
};

/** Where an entry is. */
export interface EntryPlace {
  readonly callListId: string;
  readonly position: number;
  readonly id: string;
}

/**
 * The place of an entry as text, in the order of lists. Lookups contain it, so a move removes one and creates
 * another: the stream orders the changes of one item, but not those of the two items of a moved entry.
 */
export const placeText = ({ callListId, position, id }: EntryPlace): string =>
  `${callListId}#${String(position).padStart(10, '0')}#${id}`;

/** The inverse of {@link placeText}. */
export const placeOfText = (text: string): EntryPlace => {
  const [callListId = '', position = '', id = ''] = text.split('#');
  return { callListId, position: Number(position), id };
};

/** An external id in the form `source:id` of the API, by which it is compared. */
export const externalIdText = ({ source, id }: { readonly source: string; readonly id: string }): string =>
  `${source}:${id}`;

/**
 * The id under which a record is imported.
 *
 * @param text its external id as `source:id`, split at the first colon
 */
export const importedId = (idOf: IdMaker, kind: Snake<OwnKind>, text: string): string => {
  const colon = text.indexOf(':');
  return idOf(kind, text.slice(0, colon), text.slice(colon + 1));
};
