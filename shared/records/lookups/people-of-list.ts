import { isUuid } from '../../domain/uuid.ts';
import type { Person } from '../../kinds/person.ts';
import { callListEntryKey, personKey } from '../../table/items/keys.ts';
import { existing } from '../../table/items/versions.ts';
import { MAX_COUNTED, readMerged } from '../../table/paging/merged-partitions.ts';
import type { TableReader } from '../../table/reader.ts';
import { callListEntryFromItem } from '../store/call-list-entry-items.ts';
import { personFromItem } from '../store/record-items.ts';
import { peopleCounter, readCounter } from './counters.ts';
import { findResources, type ResourceLookup } from './find-resources.ts';
import { lookupPartitions, placeOfText } from './lookup-keys.ts';
import { countMissing } from './missing-people.ts';

/** The person and the place of an entry, in the sort key `person#place` of a lookup. */
const partsOf = (sortKey: string) => ({
  personId: sortKey.slice(0, 36),
  place: placeOfText(sortKey.slice(37)),
});

/** A position before the first entry of a person, and one after the last. */
const before = (personId: string): string => personId;
const behind = (personId: string): string => `${personId}$`;

const POSITION = /^(.{36})(?:\$|#(.{36})#(\d{10})#(.{36}))?$/;

const isPosition = (text: string): boolean => {
  const [, ...parts] = POSITION.exec(text) ?? [];
  const [personId, callListId, , entryId] = parts;
  return [personId, callListId ?? personId, entryId ?? personId].every(
    (id) => id !== undefined && isUuid(id),
  );
};

/** More people than a list has. */
const MOST = 100_000_000;

/** The people whom the entries of a call list call, each once, in the order of their ids. */
export const peopleOfList = (
  reader: TableReader,
  organizationId: string,
  callListId: string,
): ResourceLookup<Person> => {
  const partitions = lookupPartitions(organizationId, 'PERSON_CALL_LIST', callListId);
  const scope = ['callListId', callListId];
  const entries = findResources(reader, organizationId, {
    scope,
    lookups: { partitions },
    keyOf: (sortKey) => {
      const { place } = partsOf(sortKey);
      return callListEntryKey(organizationId, place.callListId, place.position, place.id);
    },
    matches: (item, sortKey) => item['personId'] === partsOf(sortKey).personId,
    fromItem: callListEntryFromItem,
    endsWith: isPosition,
  });

  const readPeople = async (ids: readonly string[]) => {
    const keys = ids.map((id) => personKey(organizationId, id));
    const items = await reader.getMany(keys, { consistentRead: true });
    const found = new Map(
      items
        .filter(existing)
        .map(personFromItem)
        .map((person) => [person.id, person]),
    );
    return ids.flatMap((id) => {
      const resource = found.get(id);
      return resource === undefined ? [] : [{ resource, position: behind(id) }];
    });
  };

  return {
    scope,
    endsWith: isPosition,
    async page(query) {
      const { items, end, hasMore } = await entries.page(query);
      const ids = [...new Set(items.map(({ position }) => partsOf(position).personId))];
      if (!hasMore || end === undefined) return { items: await readPeople(ids), end, hasMore };
      // The entries of the last person may continue on the next page.
      const last = partsOf(end).personId;
      const complete = ids.filter((id) => id !== last);
      if (complete.length > 0) return { items: await readPeople(complete), end: before(last), hasMore };
      return ids.length === 0
        ? { items: [], end, hasMore }
        : { items: await readPeople(ids), end: behind(last), hasMore };
    },
    async count(isExact) {
      const counter = peopleCounter(organizationId, callListId);
      const [kept, missing] = await Promise.all([
        readCounter(reader, organizationId, 'PERSON_CALL_LIST', [counter]),
        countMissing(reader, organizationId, callListId),
      ]);
      if (kept !== undefined) return Math.max(0, kept - missing);
      const limit = isExact ? MOST : MAX_COUNTED;
      const lookups = await readMerged(reader, { partitions, descending: false, position: undefined, limit });
      if (lookups.length > limit) return null;
      return new Set(lookups.map(({ sk }) => partsOf(String(sk)).personId)).size - missing;
    },
  };
};
