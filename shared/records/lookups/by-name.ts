import { isUuid } from '../../domain/uuid.ts';
import type { PartitionsQuery } from '../../table/paging/merged-partitions.ts';
import { findResources } from './find-resources.ts';
import { lookupPartitions } from './lookup-keys.ts';
import { nameOfSortKey, searchedStart } from './name-lookups.ts';
import type { LookupContext, ResourceKind } from './resource-kind.ts';

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
export const byName = <T>({ reader, organizationId, kind }: LookupContext<ResourceKind<T>>, name: string) => {
  const start = searchedStart(name);
  const partitionsOf = (lookup: Parameters<typeof lookupPartitions>[1]) =>
    startingWith(lookupPartitions(organizationId, lookup, start), start);
  return findResources<T>(reader, {
    scope: ['name', name],
    lookups: partitionsOf(kind.nameKind),
    ...(kind.nameKind === 'PERSON_NAME' && { repeated: partitionsOf('PERSON_NAME_REPEATED') }),
    keyOf: (sortKey) => kind.keyOf(organizationId, nameOfSortKey(sortKey).id),
    // A person whose first and last name both start with the text is shown by the first of them.
    matches: (item, sortKey) => {
      const [first] = kind
        .namesOf(item)
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
