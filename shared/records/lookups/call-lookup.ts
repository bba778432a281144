import { parseTimestamp } from '../../domain/timestamp.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Call } from '../../kinds/call.ts';
import type { FilterName, ValueFilter } from '../../kinds/filters.ts';
import { recordKeyOf } from '../../table/items/keys.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { countedBy } from './by-values.ts';
import { findResources, type ResourceLookup } from './find-resources.ts';
import { lookupPartitions } from './lookup-keys.ts';
import { hasValue } from './lookup-values.ts';
import { type LookupQuery, lookupOf as lookupOfKind } from './record-lookup.ts';
import { filtersBy, isValueFilter, type LookupContext } from './resource-kind.ts';

export { contactLookup } from './record-lookup.ts';

/** A filter whose records are sorted by a time. */
type TimedFilter = ValueFilter & { readonly at: string };

const isTimed = (each: readonly [FilterName, ValueFilter]): each is readonly [FilterName, TimedFilter] =>
  each[1].at !== undefined;

/** The time and the id in the sort key `time#id` of a lookup. */
const partsOf = (sortKey: string) => ({ time: sortKey.slice(0, -37), id: sortKey.slice(-36) });

/** Finds the calls with a value, latest first: of all times, since one (inclusive) or before one. */
const inTime = (
  { reader, organizationId, kind }: LookupContext<Call>,
  [name, filter]: readonly [FilterName, TimedFilter],
  value: string,
  { startedSince: from, startedBefore: to }: LookupQuery,
): ResourceLookup<Call> => {
  const range = {
    ...(typeof from === 'string' && { from }),
    ...(typeof to === 'string' && { to }),
  };
  // Of all calls, or those of an agent, there may be too many to count.
  const isCounted = Object.keys(range).length === 0 && (filter.counts ?? filter.isSharded) !== true;
  return findResources(reader, organizationId, {
    scope: [filter.parameter, value, range.from, range.to],
    // No sort key equals a time, so the end of the range is exclusive.
    lookups: { partitions: lookupPartitions(organizationId, name, value), ...range },
    ...(isCounted && countedBy(organizationId, [name, filter], value)),
    descending: true,
    keyOf: (sortKey) => recordKeyOf(kind.name)(organizationId, partsOf(sortKey).id),
    matches: (item, sortKey) =>
      item[filter.at] === partsOf(sortKey).time && hasValue(item, name, filter, value),
    fromItem: kind.fromItem,
    endsWith: (position) => {
      const { time, id } = partsOf(position);
      return isUuid(id) && parseTimestamp(time) === time && (range.to === undefined || time < range.to);
    },
  });
};

/** The lookups of calls: all but those by id are in the order of time. */
export const lookupOf = (kind: 'call', fromItem: (item: Item) => Call) => {
  const byId = lookupOfKind(kind, fromItem);
  const filters = filtersBy(kind, isValueFilter).filter(isTimed);
  return (reader: TableReader, organizationId: string, query: LookupQuery): ResourceLookup<Call> => {
    if (query['id'] !== undefined || query['externalId'] !== undefined) {
      return byId(reader, organizationId, query);
    }
    const filter =
      filters.find(([, { parameter }]) => query[parameter ?? ''] !== undefined) ??
      filters.find(([, { by }]) => by === null);
    if (filter === undefined) throw new Error('The request looks up no call.');
    const context = { reader, organizationId, kind: { name: kind, fromItem } };
    return inTime(context, filter, String(query[filter[1].parameter ?? ''] ?? ''), query);
  };
};
