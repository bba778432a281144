import { setImmediate } from 'node:timers/promises';
import { appendToFeed } from '../../../../shared/events/feed/append-to-feed.ts';
import { KIND_NAMES, type KindName, SHARDED_KINDS } from '../../../../shared/kinds/names.ts';
import { ORGANIZATION_DEFAULTS, organizationToItem } from '../../../../shared/organizations/organization.ts';
import { countedMarks } from '../../../../shared/records/lookups/counters.ts';
import { lookupChanges } from '../../../../shared/records/lookups/lookup-changes.ts';
import { callListEntryToItem } from '../../../../shared/records/store/call-list-entry-items.ts';
import { callListToItem } from '../../../../shared/records/store/call-list-items.ts';
import { companyToItem, personToItem } from '../../../../shared/records/store/record-items.ts';
import { counterKey } from '../../../../shared/table/items/change-keys.ts';
import { feedPartition } from '../../../../shared/table/items/feed-keys.ts';
import { callListCountsKey } from '../../../../shared/table/items/keys.ts';
import type { LookupCounter } from '../../../../shared/table/items/lookup.ts';
import type { Resource } from '../../../../shared/table/items/resource-key.ts';
import type { Item } from '../../../../shared/table/reader.ts';
import { createLaggingTable } from '../../engine/lagging-table/lagging-table.ts';
import type { MeteredTable } from '../../engine/metered-table.ts';
import { callToItem, EXAMPLE_CALL } from '../calls.ts';
import { sampleData } from '../sample-data.ts';

export const ORGANIZATION = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';

/** As many records have a value that few have, however many are stored. */
export const FEW = 30;

const sample = sampleData('Growth');
const [person] = sample.people;
const [company] = sample.companies;
const [callList] = sample.callLists;
const [entry] = callList?.entries ?? [];
if (!person || !company || !callList || !entry) throw new Error('There are too few sample records.');

type Kind = 'a' | 'b' | 'c' | 'd' | 'e';

/** An id of a person (a), company (b), call list (c), entry (d) or call (e), in no order. */
export const idAt = (kind: Kind, index: number): string => {
  const mixed = (Math.imul(index + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  // Its last digit tells the shard.
  return `${mixed}-000${kind}-4000-8000-${index.toString(16).padStart(11, '0')}${mixed.slice(0, 1)}`;
};

/** Times of the records of an index. */
export const timeAt = (index: number): string =>
  new Date(Date.parse('2026-03-01T08:00:00.000Z') + index * 1_000).toISOString();

const isHalf = (index: number): boolean => index % 2 === 1;

/** How many records of a kind an organization of this size has. */
const countAmong = (kind: KindName, size: number): number => {
  if (kind === 'company') return Math.max(FEW * 4, size / 10);
  return kind === 'call-list' ? Math.max(FEW * 4, size / 100) : size;
};

/** The number of call lists. */
export const listsAmong = (size: number): number => countAmong('call-list', size);

/** The values that few or half of all records have. */
const sharedBy = (index: number): readonly ('few' | 'half')[] => [
  ...(index < FEW ? (['few'] as const) : []),
  ...(isHalf(index) ? (['half'] as const) : []),
];

const phoneAt = (index: number) => ({
  number: index < FEW ? '+12025550100' : `+1303${String(index).padStart(7, '0')}`,
  type: 'work' as const,
  extension: null,
  raw: null,
  doNotCall: false,
});

/** What the records of an index have in common. */
const commonAt = (kind: Kind, index: number) => ({
  id: idAt(kind, index),
  changedAt: timeAt(index),
  ownerId: sharedBy(index)[0] ?? `owner-${index}`,
  tags: [...sharedBy(index)],
  phones: [phoneAt(index)],
  externalIds: [{ source: 'growth', id: index < FEW ? 'few' : `x${index}` }],
});

const nameAt = (index: number): string => `${sharedBy(index)[0] ?? 'other'} ${index}`;

/** The items of a resource, with its lookups, whose counters it adds to. */
const itemsOf = (
  resource: Resource,
  item: Item,
  counters: Map<string, { readonly counter: LookupCounter; count: number }>,
): readonly Item[] => {
  const changes = lookupChanges({ resource, before: undefined, after: { ...item, version: 1 } });
  // Each entry calls another person.
  for (const counter of changes.flatMap((change) => [
    ...(change.counters ?? []),
    ...(change.counterOfPeople === undefined ? [] : [change.counterOfPeople]),
  ])) {
    const text = `${counter.key.pk} ${counter.key.sk}`;
    const known = counters.get(text) ?? { counter, count: 0 };
    counters.set(text, { ...known, count: known.count + 1 });
  }
  return [{ ...item, version: 1 }, ...changes.map(({ key }) => ({ ...key, version: 1 }))];
};

/** The events of a feed with a chunk per hundred people, of which the first one has a rare type. */
const feedItems = async (size: number): Promise<readonly Item[]> => {
  const table = createLaggingTable();
  for (let chunk = 0; chunk < size / 100; chunk++) {
    const type = chunk === 0 ? 'call_list.locked' : 'person.updated';
    const events = Array.from({ length: FEW }, (_, index) => ({
      type,
      json: JSON.stringify({ index, type }),
    }));
    const record = {
      organizationId: ORGANIZATION,
      id: [String(chunk)],
      second: timeAt(chunk).slice(0, 19),
      events,
    };
    await appendToFeed(table, [record], 30);
  }
  return table.itemsOf(feedPartition(ORGANIZATION));
};

/** The items of an index of each kind, whose counters it adds to. */
const itemsAt = (
  index: number,
  size: number,
  kinds: readonly KindName[],
  counters: Parameters<typeof itemsOf>[2],
): readonly Item[] => {
  const items: Item[] = [];
  const add = (kind: KindName, resource: Resource, item: () => Item): void => {
    if (!kinds.includes(kind) || index >= countAmong(kind, size)) return;
    items.push(...itemsOf(resource, item(), counters));
  };
  const [id, entryId, callId] = [idAt('a', index), idAt('d', index), idAt('e', index)];
  /** The one that a few, half or some have in common. */
  const sharedIdAt = (kind: Kind, others: number): string =>
    idAt(kind, index < FEW ? 0 : isHalf(index) ? 1 : 2 + (index % (others - 2)));
  const companyId = sharedIdAt('b', countAmong('company', size));
  const callListId = sharedIdAt('c', listsAmong(size));
  add('person', { kind: 'person', organizationId: ORGANIZATION, id }, () =>
    personToItem(ORGANIZATION, {
      ...person,
      ...commonAt('a', index),
      firstName: nameAt(index),
      lastName: nameAt(index),
      emails: [{ address: `${index < FEW ? 'few' : index}@growth.example`, type: 'work' }],
      companyId,
    }),
  );
  const place = { kind: 'call_list_entry', organizationId: ORGANIZATION, id: entryId, callListId } as const;
  add('call-list-entry', place, () =>
    callListEntryToItem(ORGANIZATION, {
      ...entry,
      id: entryId,
      callListId,
      position: index,
      personId: id,
      companyId: null,
      status: index < FEW ? 'callback' : isHalf(index) ? 'pending' : 'completed',
      nextCallAt: timeAt(index),
      changedAt: timeAt(index),
    }),
  );
  add('call', { kind: 'call', organizationId: ORGANIZATION, id: callId }, () =>
    callToItem(ORGANIZATION, {
      ...EXAMPLE_CALL,
      ...{ id: callId, personId: id, companyId, callListId },
      startedAt: timeAt(index),
      changedAt: timeAt(index),
      disposition: sharedBy(index)[0] ?? `other ${index}`,
      agent: { id: sharedBy(index)[0] ?? `other ${index}`, name: null, email: null },
      externalIds: commonAt('e', index).externalIds,
    }),
  );
  const domain = `${index < FEW ? 'few' : `c${index}`}.example`;
  const [common, time] = [commonAt('b', index), timeAt(index)];
  add('company', { kind: 'company', organizationId: ORGANIZATION, id: common.id }, () =>
    companyToItem(ORGANIZATION, { ...company, ...common, name: nameAt(index), domain }),
  );
  const list = { id: idAt('c', index), name: nameAt(index), createdAt: time, changedAt: time };
  add('call-list', { kind: 'call_list', organizationId: ORGANIZATION, id: list.id }, () => ({
    ...callListToItem(ORGANIZATION, { ...list, isLocked: isHalf(index) }),
    entryCount: index === 1 ? size / 2 : FEW,
  }));
  return items;
};

/** Items that are stored together. */
const TOGETHER = 5_000;

/**
 * Stores an organization: this many people, entries and calls, a tenth as many companies and a hundredth as
 * many call lists, with their lookups, counters and a feed. {@link FEW} of each kind share a value, and so do
 * half of them. Few and half of the entries are in the first and the second call list.
 *
 * @param kinds those that are stored, without a feed. Default: all
 */
export const storeOrganization = async (
  table: MeteredTable,
  size: number,
  kinds: readonly KindName[] = KIND_NAMES,
): Promise<void> => {
  const counters: Parameters<typeof itemsOf>[2] = new Map();
  const lists = listsAmong(size);
  let items: Item[] = [];
  const most = Math.max(...kinds.map((kind) => countAmong(kind, size)));
  for (let index = 0; index < most; index++) {
    items.push(...itemsAt(index, size, kinds, counters));
    if (items.length < TOGETHER) continue;
    await table.put(items);
    items = [];
    // A worker that does not respond for minutes is ended.
    await setImmediate();
  }
  await table.put([
    ...items,
    organizationToItem({ ...ORGANIZATION_DEFAULTS, id: ORGANIZATION, name: 'Growth', createdAt: timeAt(0) }),
    ...[...counters.values()].map(({ counter, count }) => ({
      ...counter.key,
      ...{ count, values: counter.values, version: 1 },
    })),
    ...countedMarks(ORGANIZATION, timeAt(0)).flatMap((write) => ('put' in write ? write.put.Item : [])),
    ...SHARDED_KINDS.map((kind) => ({
      ...counterKey(ORGANIZATION, kind, 0),
      total: countAmong(kind, size),
    })),
    { ...callListCountsKey(ORGANIZATION), total: lists, locked: lists / 2 },
    ...(kinds === KIND_NAMES ? await feedItems(size) : []),
  ]);
};
