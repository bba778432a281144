import { parseTimestamp } from '../../domain/timestamp.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { FilterName, ValueFilter } from '../../kinds/filters.ts';
import { recordKeyOf } from '../../table/items/keys.ts';
import { countedBy } from './by-values.ts';
import { findResources, type ResourceLookup } from './find-resources.ts';
import { lookupPartitions } from './lookup-keys.ts';
import { hasValue } from './lookup-values.ts';
import type { LookupContext } from './resource-kind.ts';

/** A filter whose records are sorted by a time. */
type TimedFilter = ValueFilter & { readonly at: string };

export const isTimed = (
  each: readonly [FilterName, ValueFilter],
): each is readonly [FilterName, TimedFilter] => each[1].at !== undefined;

/** The time and the id in the sort key `time#id` of a lookup. */
const partsOf = (sortKey: string) => ({ time: sortKey.slice(0, -37), id: sortKey.slice(-36) });

/** Finds the records with a value, latest first: of all times, since one (inclusive) or before one. */
export const inTime = <T>(
  { reader, organizationId, kind }: LookupContext<T>,
  [name, filter]: readonly [FilterName, TimedFilter],
  value: string,
  query: Readonly<Record<string, unknown>>,
): ResourceLookup<T> => {
  // `startedSince` and `startedBefore` for `startedAt`.
  const [from, to] = ['Since', 'Before'].map((end) => query[filter.at.replace(/At$/, end)]);
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
