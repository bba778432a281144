import type { TableKey } from '../../table/items/keys.ts';
import type { LookupChange } from '../../table/items/lookup.ts';
import type { ChangedResource } from '../../table/items/resource-key.ts';
import { existing, versionOf } from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
import { lookupsOf } from './lookups-of-item.ts';

/** A change of a stored resource: both images of a record of the table's stream. */
export interface ItemChange {
  readonly resource: ChangedResource;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

const keyText = ({ pk, sk }: TableKey): string => `${pk} ${sk}`;

/** The lookups of an image. A tombstone has none. */
const keysOf = ({ resource }: ItemChange, image: Item | undefined): ReadonlyMap<string, TableKey> => {
  const item = existing(image);
  const keys = item === undefined ? [] : lookupsOf(resource, item);
  return new Map(keys.map((key) => [keyText(key), key]));
};

/** The lookups that a change adds and removes. */
export const lookupChanges = (change: ItemChange): readonly LookupChange[] => {
  const before = keysOf(change, change.before);
  const after = keysOf(change, change.after);
  const version = versionOf(change.after) ?? (versionOf(change.before) ?? 0) + 1;
  const changes = (
    type: LookupChange['type'],
    keys: ReadonlyMap<string, TableKey>,
    others: ReadonlyMap<string, TableKey>,
  ): readonly LookupChange[] =>
    [...keys].flatMap(([text, key]) => (others.has(text) ? [] : [{ key, type, version }]));
  return [...changes('put', after, before), ...changes('delete', before, after)];
};

/** The last change of each lookup. */
export const lastChanges = (changes: readonly LookupChange[]): readonly LookupChange[] => [
  ...new Map(changes.map((change) => [keyText(change.key), change])).values(),
];
