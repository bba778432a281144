import { parseTimestamp } from '../../domain/timestamp.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { CallListEntry } from '../../kinds/call-list-entry.ts';
import { callListEntryKey } from '../../table/items/keys.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { callListEntryFromItem } from '../store/call-list-entry-items.ts';
import { filterCounter } from './counters.ts';
import { findResources, type LookupSource, type ResourceLookup } from './find-resources.ts';
import { lookupPartitions, placeOfText } from './lookup-keys.ts';

/** The parameters of a request that look up entries. */
interface EntryQuery {
  readonly personId?: string | undefined;
  readonly status: ReadonlySet<string>;
  readonly nextCallBefore?: string | undefined;
  readonly callListId?: string | undefined;
}

const PLACE = /^(.{36})#\d{10}#(.{36})$/;

const isPlace = (text: string): boolean => {
  const [, callListId = '', id = ''] = PLACE.exec(text) ?? [];
  return isUuid(callListId) && isUuid(id);
};

type Source = Omit<LookupSource<CallListEntry>, 'fromItem' | 'keyOf'>;

const byPerson = (organizationId: string, personId: string): Source => ({
  scope: ['personId', personId],
  lookups: { partitions: lookupPartitions(organizationId, 'ENTRY_PERSON', personId) },
  matches: (item) => item['personId'] === personId,
  areFew: true,
  endsWith: isPlace,
});

const byStatus = (organizationId: string, { status, callListId }: EntryQuery): Source => {
  const statuses = [...status].sort();
  return {
    scope: ['status', statuses.join(), callListId],
    lookups: {
      partitions: statuses.flatMap((each) => lookupPartitions(organizationId, 'ENTRY_STATUS', each)),
      // `$` follows `#`.
      ...(callListId !== undefined && { from: `${callListId}#`, to: `${callListId}$` }),
    },
    counters: {
      filter: 'ENTRY_STATUS',
      of: statuses.map((each) =>
        callListId === undefined
          ? filterCounter(organizationId, 'ENTRY_STATUS', ['status'], [each])
          : filterCounter(organizationId, 'ENTRY_STATUS', ['callListId', 'status'], [callListId, each]),
      ),
    },
    matches: (item) => status.has(String(item['status'])),
    endsWith: (position) =>
      isPlace(position) && (callListId === undefined || position.startsWith(callListId)),
  };
};

/** The time and the place in the sort key `time#place` of a lookup. */
const callOf = (sortKey: string) => {
  const time = sortKey.slice(0, sortKey.indexOf('#'));
  return { time, place: sortKey.slice(time.length + 1) };
};

const byNextCall = (organizationId: string, before: string, callListId: string | undefined): Source => ({
  scope: ['nextCallBefore', before, callListId],
  lookups: {
    partitions:
      callListId === undefined
        ? lookupPartitions(organizationId, 'ENTRY_NEXT_CALL', '')
        : lookupPartitions(organizationId, 'ENTRY_NEXT_CALL_OF_LIST', callListId),
    to: `${before}$`,
  },
  matches: (item: Item, sortKey: string) => item['nextCallAt'] === callOf(sortKey).time,
  endsWith: (position) => {
    const { time, place } = callOf(position);
    return parseTimestamp(time) === time && time <= before && isPlace(place);
  },
});

const sourceOf = (organizationId: string, query: EntryQuery): Source => {
  const { personId, status, nextCallBefore, callListId } = query;
  if (personId !== undefined) return byPerson(organizationId, personId);
  if (status.size > 0) return byStatus(organizationId, query);
  if (nextCallBefore !== undefined) return byNextCall(organizationId, nextCallBefore, callListId);
  throw new Error('The request looks up no entry.');
};

/**
 * The lookup of entries that a request asks for. Throws without one of its parameters. Entries of a person
 * and with a status are in the order of their lists and positions, those with a next call in its order.
 */
export const entryLookup = (
  reader: TableReader,
  organizationId: string,
  query: EntryQuery,
): ResourceLookup<CallListEntry> => {
  const isByCall = query.personId === undefined && query.status.size === 0;
  return findResources(reader, organizationId, {
    ...sourceOf(organizationId, query),
    keyOf: (sortKey) => {
      const { callListId, position, id } = placeOfText(isByCall ? callOf(sortKey).place : sortKey);
      return callListEntryKey(organizationId, callListId, position, id);
    },
    fromItem: callListEntryFromItem,
  });
};
