import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEventsOfRecord } from '../../../../shared/events/events-of-record.ts';
import { appendToFeed } from '../../../../shared/events/feed/append-to-feed.ts';
import { type FeedChunk, itemsOfChunk } from '../../../../shared/events/feed/feed-chunk.ts';
import type { FeedPosition } from '../../../../shared/events/feed/feed-position.ts';
import { type BackwardPage, readFeedBackwards } from '../../../../shared/events/feed/read-feed-backwards.ts';
import { readChunk } from '../../../../shared/events/feed/stored-chunks.ts';
import { feedHeadKey } from '../../../../shared/table/items/feed-keys.ts';
import { updateOf } from '../../../../shared/table/items/update-expression.ts';
import type { Item, TableReader } from '../../../../shared/table/reader.ts';
import { useEngine } from '../../../support/engine/use-engine.ts';
import { indexLookups } from '../../../support/records/index-lookups.ts';

const ID = 'ada';
const RETENTION_DAYS = 30;
const DAY = 86_400_000;

const engine = useEngine({ hasStream: true });
let organizationId: string;
let appended: number;

beforeEach(() => {
  organizationId = randomUUID();
  appended = 0;
});

/** Appends one chunk with an event per number: even ones of a company, odd ones of a person. */
const append = async (...numbers: readonly number[]): Promise<void> => {
  const events = numbers.map((number) => ({
    type: number % 2 === 0 ? 'company.updated' : 'person.updated',
    json: JSON.stringify({ sequence: number, data: { id: ID }, previous: {} }),
  }));
  const second = new Date().toISOString().slice(0, 19);
  const record = { organizationId, id: [String(appended++)], second, events };
  await appendToFeed(engine.table, [record], RETENTION_DAYS);
};

/** Stores another version of a chunk. */
const replace = async (number: number, change: (chunk: FeedChunk) => FeedChunk): Promise<void> => {
  const chunk = await readChunk(engine.table.reader, organizationId, number);
  if (chunk === undefined) throw new Error('There is no such chunk.');
  const items = itemsOfChunk(organizationId, change(chunk), chunk.timeToLive);
  await engine.table.writer.transact(items.map((item) => ({ put: { Item: { ...item } } })));
};

type Read = (limit: number, before?: FeedPosition) => Promise<BackwardPage>;

const query = (
  limit: number,
  before: FeedPosition | undefined,
  isWanted: (event: { readonly type: string }) => boolean,
) => ({
  organizationId,
  limit,
  before,
  isWanted,
  now: new Date(),
});
const all: Read = (limit, before) =>
  readFeedBackwards(
    engine.table.reader,
    query(limit, before, () => true),
  );
const people: Read = (limit, before) =>
  readFeedBackwards(
    engine.table.reader,
    query(limit, before, ({ type }) => type === 'person.updated'),
  );
const ofPerson: Read = (limit, before) =>
  readEventsOfRecord(engine.table.reader, { ...query(limit, before, () => true), kind: 'person', id: ID });

/** The numbers of all pages. */
const numbersOf = async (read: Read, limit: number): Promise<readonly number[]> => {
  const numbers: number[] = [];
  let next: FeedPosition | undefined;
  do {
    const page = await read(limit, next);
    expect(page.events.length).toBeLessThanOrEqual(limit);
    numbers.push(...page.events.map(({ json }) => JSON.parse(json).sequence));
    next = page.next;
  } while (next !== undefined);
  return numbers;
};

describe('the feed, newest first', () => {
  it('returns no event before the first change', async () => {
    expect(await all(5)).toEqual({ events: [], next: undefined });
    expect(await ofPerson(5)).toEqual({ events: [], next: undefined });
  });

  it('continues within and across chunks, with any limit', async () => {
    await append(1, 2, 3);
    await append(4);
    for (const number of [5, 6, 7, 8, 9, 10]) await append(number);
    await append(11, 12, 13, 14);
    await indexLookups(engine);
    const numbers = [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    for (const limit of [1, 2, 3, 5, 50]) {
      expect(await numbersOf(all, limit)).toEqual(numbers);
      expect(await numbersOf(people, limit)).toEqual(numbers.filter((number) => number % 2 === 1));
      expect(await numbersOf(ofPerson, limit)).toEqual(numbers.filter((number) => number % 2 === 1));
    }
  });

  it('misses no chunk that an eventually consistent query does not show yet', async () => {
    for (const number of [1, 2, 3, 4, 5]) await append(number);
    const { reader } = engine.table;
    for (const missing of [1, 3, 5]) {
      const lagging: TableReader = {
        ...reader,
        queryPage: async (of) => {
          const page = await reader.queryPage(of);
          const isSeen = ({ number }: Item) => of.consistentRead === true || number !== missing;
          return { ...page, items: page.items.filter(isSeen) };
        },
      };
      const { events } = await readFeedBackwards(
        lagging,
        query(9, undefined, () => true),
      );
      expect(events.map(({ json }) => JSON.parse(json).sequence)).toEqual([5, 4, 3, 2, 1]);
    }
  });

  it('returns each event with its position', async () => {
    await append(1, 3);
    await append(5);
    await indexLookups(engine);
    for (const read of [all, ofPerson]) {
      const { events } = await read(9);
      expect(events.map(({ position }) => position)).toEqual([
        { chunk: 2, index: 0 },
        { chunk: 1, index: 1 },
        { chunk: 1, index: 0 },
      ]);
    }
  });

  it('skips erased events, and reads chunks of several parts', async () => {
    await append(1, 3, 5);
    await append(7);
    await append(9);
    await append(11);
    await indexLookups(engine);
    await replace(1, (chunk) => ({
      ...chunk,
      events: chunk.events.map((event, index) => (index === 1 ? undefined : event)),
    }));
    // Random, so that it cannot be compressed.
    const note = randomBytes(900_000).toString('base64');
    await replace(2, (chunk) => ({
      ...chunk,
      events: chunk.events.map(
        (event) => event && { ...event, json: JSON.stringify({ ...JSON.parse(event.json), note }) },
      ),
    }));
    for (const limit of [1, 9]) {
      expect(await numbersOf(all, limit)).toEqual([11, 9, 7, 5, 1]);
      expect(await numbersOf(ofPerson, limit)).toEqual([11, 9, 7, 5, 1]);
    }
  });

  it('ends before expired chunks, whether or not they are deleted', async () => {
    await append(1);
    await append(3);
    await append(5);
    await indexLookups(engine);
    const at = new Date(Date.now() - (RETENTION_DAYS + 1) * DAY).toISOString();
    for (const number of [1, 2]) await replace(number, (chunk) => ({ ...chunk, at }));
    expect(await numbersOf(all, 2)).toEqual([5]);
    expect(await numbersOf(ofPerson, 2)).toEqual([5]);
  });

  it('reads a bounded number of chunks per page when most events are skipped', async () => {
    const events = [{ type: 'company.updated', json: '{}' }];
    await append(2);
    for (let start = 2; start <= 400; start += 50) {
      const at = new Date().toISOString();
      const items = Array.from({ length: 50 }, (_, index) =>
        itemsOfChunk(organizationId, { number: start + index, at, revision: 0, events }, 9_999_999_999),
      ).flat();
      await engine.table.writer.transact(items.map((item) => ({ put: { Item: { ...item } } })));
    }
    await engine.table.writer.update(updateOf(feedHeadKey(organizationId), { chunk: 401 }));
    const first = await people(5);
    expect(first.events).toEqual([]);
    expect(first.next?.chunk).toBeGreaterThan(1);
    expect(await numbersOf(people, 5)).toEqual([]);
  });
});
