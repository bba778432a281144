import { sourceKeyOf } from '../../domain/values/external-id.ts';
import { sourceCountsOf } from '../../kinds/counts.ts';
import { nameOfEventKind } from '../../kinds/event-kinds.ts';
import type { PlainKind } from '../../kinds/names.ts';
import { list } from '../../table/items/attributes.ts';
import type { LookupCounter } from '../../table/items/lookup.ts';
import type { ChangedResource } from '../../table/items/resource-key.ts';
import { existing } from '../../table/items/versions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { CounterMove } from './counter-store.ts';
import { filterCounter, readCounter } from './counters.ts';
import type { ItemChange } from './lookup-changes.ts';

/** The counters of a stored record, by the sources of its external ids. A tombstone has none. */
export const sourceCounters = (
  { kind, organizationId }: ChangedResource,
  image: Item | undefined,
): ReadonlyMap<string, LookupCounter> => {
  const item = existing(image);
  const name = nameOfEventKind(kind);
  const [count] = item === undefined || name === undefined ? [] : sourceCountsOf(name);
  if (item === undefined || count === undefined) return new Map();
  const sources = list<{ readonly source: string }>(item, 'externalIds').map(({ source }) =>
    sourceKeyOf(source),
  );
  return new Map(
    sources.map((source) => [source, filterCounter(organizationId, count.filter, count.fields, [source])]),
  );
};

/** How a change moves the counters of sources. */
export const sourceMoves = ({
  resource,
  before,
  after,
}: ItemChange): readonly Omit<CounterMove, 'streamSequence'>[] => {
  const [old, current] = [sourceCounters(resource, before), sourceCounters(resource, after)];
  const moves = (by: 1 | -1, counters: typeof old, others: typeof old) =>
    [...counters].flatMap(([source, counter]) => (others.has(source) ? [] : [{ counter, by }]));
  return [...moves(1, current, old), ...moves(-1, old, current)];
};

/**
 * How many records have an external id of a source, as far behind as lookups are: 0.5 read units.
 * `undefined` while the counters are incomplete.
 */
export const countOfSource = async (
  reader: TableReader,
  organizationId: string,
  kind: PlainKind,
  source: string,
): Promise<number | undefined> => {
  const [count] = sourceCountsOf(kind);
  if (count === undefined) return undefined;
  const counter = filterCounter(organizationId, count.filter, count.fields, [sourceKeyOf(source)]);
  return readCounter(reader, organizationId, count.filter, [counter]);
};
