import { isUuid } from '../../domain/uuid.ts';
import { recordKeyOf } from '../../table/items/keys.ts';
import type { PartitionsQuery } from '../../table/paging/merged-partitions.ts';
import { findResources } from './find-resources.ts';
import { lookupPartitions } from './lookup-keys.ts';
import { nameOfSortKey, namesIn, searchedStart } from './name-lookups.ts';
import { filtersBy, isNameFilter, type LookupContext } from './resource-kind.ts';

/** All sort keys that start with a text. U+10FFFF is a noncharacter, which sorts after all others. */
const startingWith = (partitions: readonly string[], start: string): PartitionsQuery => ({
  partitions,
  from: start,
  to: `${start}\u{10ffff}`,
});

/**
 * Finds resources by the start of their name, in the order of their names.
 *
 * @param name as `nameText` returns it
 */
export const byName = <T>({ reader, organizationId, kind }: LookupContext<T>, name: string) => {
  const start = searchedStart(name);
  const filters = filtersBy(kind.name, isNameFilter);
  const named = filters.find(([, { isRepetition }]) => isRepetition !== true);
  if (named === undefined) throw new Error(`No ${kind.name} is found by name.`);
  const repetitions = filters.find((each) => each !== named);
  const partitionsOf = ([filter]: typeof named) =>
    startingWith(lookupPartitions(organizationId, filter, start), start);
  return findResources<T>(reader, organizationId, {
    scope: ['name', name],
    lookups: partitionsOf(named),
    ...(repetitions !== undefined && { repeated: partitionsOf(repetitions) }),
    keyOf: (sortKey) => recordKeyOf(kind.name)(organizationId, nameOfSortKey(sortKey).id),
    // A person whose first and last name both start with the text is shown by the first of them.
    matches: (item, sortKey) => {
      const [first] = namesIn(item, named[1])
        .filter((text) => text.startsWith(start))
        .toSorted();
      return first === nameOfSortKey(sortKey).text;
    },
    fromItem: kind.fromItem,
    endsWith: (position) => {
      const { text, id } = nameOfSortKey(position);
      return isUuid(id) && text.startsWith(start);
    },
  });
};
