import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import {
  latestPositionsOfRecord,
  positionsOfRecord,
  unindexedChunks,
} from '../../../shared/events/event-lookups.ts';
import { appendToFeed } from '../../../shared/events/feed/append-to-feed.ts';
import type { FeedEvent } from '../../../shared/events/feed/feed-chunk.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { indexLookups } from '../../support/records/index-lookups.ts';

const engine = useEngine({ hasStream: true });
let organizationId: string;
let records: number;

beforeEach(() => {
  organizationId = randomUUID();
  records = 0;
});

const event = (type: string, data: object, previous: object = {}): FeedEvent => ({
  type,
  json: JSON.stringify({ id: randomUUID(), type, sequence: 1, data, previous }),
});

/** Appends events as one chunk. */
const append = (...events: readonly FeedEvent[]) =>
  appendToFeed(
    engine.table,
    [{ organizationId, id: [String(records++)], second: new Date().toISOString().slice(0, 19), events }],
    30,
  );

const positions = (kind: Parameters<typeof positionsOfRecord>[1]['kind'], id: string) =>
  positionsOfRecord(engine.table.reader, { organizationId, kind, id });
const at = (chunk: number, index: number) => ({ chunk, index });

it("lists a record's events in feed order, and entries' events also under their people", async () => {
  await append(event('person.created', { id: 'ada' }), event('company.created', { id: 'ada' }));
  await append(event('call_list_entry.created', { id: 'e', personId: 'ada' }));
  await append(
    event('call_list_entry.updated', { id: 'e', personId: 'bob' }, { personId: 'ada' }),
    event('call_list_entry.updated', { id: 'e', personId: null }, { personId: 'bob' }),
    event('person.erased', { id: 'ada' }),
  );
  await indexLookups(engine);
  expect(await positions('person', 'ada')).toEqual([at(1, 0), at(2, 0), at(3, 0), at(3, 2)]);
  expect(await positions('person', 'bob')).toEqual([at(3, 0), at(3, 1)]);
  expect(await positions('company', 'ada')).toEqual([at(1, 1)]);
  expect(await positions('call_list_entry', 'e')).toEqual([at(2, 0), at(3, 0), at(3, 1)]);
  expect(await positions('call_list', 'ada')).toEqual([]);
});

it('lists the newest first, in pages', async () => {
  for (let chunk = 1; chunk <= 11; chunk++) await append(event('company.updated', { id: 'shop' }));
  await indexLookups(engine);
  const query = { organizationId, kind: 'company', id: 'shop' } as const;
  const page = (before: ReturnType<typeof at> | undefined) =>
    latestPositionsOfRecord(engine.table.reader, query, { limit: 2, before });
  expect(await page(undefined)).toEqual([at(11, 0), at(10, 0)]);
  expect(await page(at(10, 0))).toEqual([at(9, 0), at(8, 0)]);
  expect(await page(at(1, 0))).toEqual([]);
});

it('reads chunks of several parts from the table', async () => {
  // Random, so that it cannot be compressed.
  const note = randomBytes(600_000).toString('base64');
  await append(event('person.created', { id: 'ada', note }), event('person.updated', { id: 'ada' }));
  const parts = await engine.itemsOf(`FEED#${organizationId}`);
  expect(parts.filter(({ sk }) => String(sk).startsWith('CHUNK#')).length).toBeGreaterThan(1);
  await indexLookups(engine);
  expect(await positions('person', 'ada')).toEqual([at(1, 0), at(1, 1)]);
});

it('writes the same lookups, which expire with the chunk, when records are repeated', async () => {
  // No random id, which is hexadecimal, contains it.
  const id = 'person-1';
  await append(event('person.created', { id }), event('person.updated', { id }));
  await indexLookups(engine);
  const stored = await engine.itemsOf(`LOOKUP#${organizationId}`);
  // One for each event, and the mark of the chunk.
  expect(stored).toHaveLength(3);
  const chunk = (await engine.itemsOf(`FEED#${organizationId}`)).find(({ body }) => body !== undefined);
  expect(stored.map(({ ttl }) => ttl)).toEqual(Array.from({ length: 3 }, () => chunk?.['ttl']));
  await indexLookups(engine);
  expect(await engine.itemsOf(`LOOKUP#${organizationId}`)).toEqual(stored);
  expect(JSON.stringify(stored)).not.toContain(id);
});

it('returns the chunks that are not indexed, in the order of the feed', async () => {
  for (let chunk = 1; chunk <= 3; chunk++) await append(event('company.updated', { id: 'shop' }));
  const unindexed = (first: number, last: number) =>
    unindexedChunks(engine.table.reader, organizationId, first, last);
  expect(await unindexed(1, 3)).toEqual([1, 2, 3]);
  await indexLookups(engine);
  await append(event('company.updated', { id: 'shop' }));
  await append(event('company.updated', { id: 'shop' }));
  expect(await unindexed(1, 5)).toEqual([4, 5]);
  expect(await unindexed(2, 4)).toEqual([4]);
  expect(await unindexed(1, 3)).toEqual([]);
  expect(await unindexed(1, 0)).toEqual([]);
});
