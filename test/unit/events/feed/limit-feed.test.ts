import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createListEvents } from '../../../../functions/events/list-events/handler.ts';
import { dataFunction } from '../../../../functions/http/data-api.ts';
import { appendToFeed } from '../../../../shared/events/feed/append-to-feed.ts';
import { ROUTES } from '../../../../shared/operations/data-api/routes.ts';
import { ORGANIZATION_DEFAULTS, organizationToItem } from '../../../../shared/organizations/organization.ts';
import { updateOrganization } from '../../../../shared/organizations/update-organization.ts';
import { feedHeadKey, feedPartition } from '../../../../shared/table/items/feed-keys.ts';
import { nextVersion } from '../../../../shared/table/items/versions.ts';
import type { Table } from '../../../../shared/table/table.ts';
import { useEngine } from '../../../support/engine/use-engine.ts';
import { exercise, runs } from '../../../support/exercise.ts';
import { lambdaContext, proxyEvent } from '../../../support/http/proxy-event.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 2, 1);
const SERVICE_DAYS = 30;
const ACTOR = { id: 'a', name: 'a', from: null };

const engine = useEngine();
let organizationId: string;

const startOver = async (): Promise<void> => {
  organizationId = randomUUID();
  vi.setSystemTime(START);
  const organization = { ...ORGANIZATION_DEFAULTS, id: organizationId, name: 'Test', createdAt: timeOf(0) };
  await engine.table.writer.put(nextVersion(organizationToItem(organization), undefined), undefined);
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  await startOver();
  return () => vi.useRealTimers();
});

const timeOf = (day: number): string => new Date(START + day * DAY).toISOString();

const at = (day: number): void => void vi.setSystemTime(START + day * DAY);

const append = async (
  number: number,
  { table = engine.table as Table, days = SERVICE_DAYS } = {},
): Promise<void> => {
  const second = new Date().toISOString().slice(0, 19);
  const events = [{ type: 'person.updated', json: JSON.stringify({ number }) }];
  await appendToFeed(table, [{ organizationId, id: [String(number)], second, events }], days);
};

/** The table, in which something happens after its head was first read, by an append or by a setting. */
const afterHeadRead = (happen: () => Promise<unknown>): Table => {
  const { reader, writer } = engine.table;
  let isFirst = true;
  const reading = async <T>(sk: unknown, read: Promise<T>): Promise<T> => {
    const result = await read;
    if (isFirst && sk === feedHeadKey('').sk) {
      isFirst = false;
      await happen();
    }
    return result;
  };
  return {
    writer: { ...writer, update: (operation) => reading(operation.Key?.['sk'], writer.update(operation)) },
    reader: { ...reader, get: (key, options) => reading(key.sk, reader.get(key, options)) },
  };
};

const limitTo = (eventRetentionDays: number | null, table: Table = engine.table) =>
  updateOrganization(table, organizationId, { eventRetentionDays }, ACTOR);

const get = async (query: Readonly<Record<string, string>> = {}) => {
  const handler = dataFunction(ROUTES.listEvents, createListEvents(engine.table));
  const event = proxyEvent({ organizationId, resource: ROUTES.listEvents.path, query });
  const { statusCode, body } = await handler(event, lambdaContext());
  const { items = [], nextCursor, type } = JSON.parse(body);
  const numbers = items.map(({ number }: { readonly number: number }) => number);
  return { status: statusCode, numbers, cursor: nextCursor, type };
};

/** As DynamoDB does, sooner or later. */
const deleteExpired = async (): Promise<void> => {
  for (const item of await engine.itemsOf(feedPartition(organizationId))) {
    // The head has none.
    if (item['ttl'] === undefined || Number(item['ttl']) * 1000 >= Date.now()) continue;
    await engine.table.writer.transact([{ delete: { Key: { pk: item['pk'], sk: item['sk'] } } }]);
  }
};

describe('the limit of an organization', () => {
  it('hides earlier events immediately', async () => {
    await append(0);
    const { cursor } = await get({ limit: '1' });
    at(1);
    await append(1);
    at(9);
    await append(9);
    await limitTo(7);
    expect(await get()).toMatchObject({ status: 200, numbers: [9] });
    expect(await get({ since: timeOf(1) })).toMatchObject({
      status: 410,
      type: 'urn:sales-data:problem:cursor-expired',
    });
    expect(await get({ cursor })).toMatchObject({ status: 410 });
    expect(await get({ since: timeOf(5) })).toMatchObject({ status: 200, numbers: [9] });
  });

  it('shortens how long new events are stored', async () => {
    await append(0);
    await limitTo(7);
    await append(1);
    const ttls = (await engine.itemsOf(feedPartition(organizationId)))
      .filter(({ sk }) => String(sk).startsWith('CHUNK#'))
      .map(({ ttl }) => (Number(ttl) * 1000 - Date.now()) / DAY);
    expect(ttls.sort()).toEqual([31, 8]);
  });

  it('applies to the first event, too', async () => {
    await limitTo(7);
    await append(0);
    at(8);
    expect(await get()).toMatchObject({ numbers: [] });
    expect(await get({ since: timeOf(0) })).toMatchObject({ status: 410 });
  });

  it('survives later appends', async () => {
    await append(0);
    await limitTo(7);
    at(8);
    await append(8);
    expect(await get()).toMatchObject({ numbers: [8] });
  });

  it('keeps hidden events hidden when it is lifted', async () => {
    await append(0);
    at(5);
    await append(5);
    at(10);
    await limitTo(7);
    await limitTo(null);
    expect(await get()).toMatchObject({ numbers: [5] });
    at(11);
    await append(11);
    at(12.5);
    expect(await get()).toMatchObject({ numbers: [11] });
    at(40);
    expect(await get()).toMatchObject({ numbers: [11] });
  });

  it('keeps the shortest period for earlier events when it is lengthened twice', async () => {
    for (const day of [0, 4, 9]) {
      at(day);
      await append(day);
    }
    at(10);
    await limitTo(7);
    await limitTo(9);
    at(10.5);
    await limitTo(null);
    at(12);
    await deleteExpired();
    expect(await get()).toMatchObject({ numbers: [9] });
    expect(await get({ since: timeOf(4) })).toMatchObject({ status: 410 });
  });

  it('keeps events hidden when it is lengthened again after the shorter one has ended', async () => {
    await limitTo(7);
    at(1);
    await append(1);
    at(2);
    await limitTo(14);
    await append(2);
    at(11);
    expect(await get()).toMatchObject({ numbers: [2] });
    await limitTo(null);
    expect(await get()).toMatchObject({ numbers: [2] });
    expect(await get({ since: timeOf(1) })).toMatchObject({ status: 410 });
    at(15.5);
    expect(await get()).toMatchObject({ numbers: [2] });
    at(16.5);
    expect(await get()).toMatchObject({ numbers: [] });
  });

  it('hides a first event that is appended while the limit is set', async () => {
    await limitTo(
      7,
      afterHeadRead(() => append(0)),
    );
    await append(1);
    at(8);
    expect(await get()).toMatchObject({ numbers: [] });
    expect(await get({ since: timeOf(0) })).toMatchObject({ status: 410 });
  });

  it('keeps an event that is appended while the limit is lengthened', async () => {
    await append(0);
    await limitTo(7);
    at(1);
    await append(1, { table: afterHeadRead(() => limitTo(null)) });
    at(20);
    await deleteExpired();
    expect(await get()).toMatchObject({ numbers: [1] });
  });

  it('hides an event that expires early because it was appended before the limit was lengthened', async () => {
    await append(0);
    await limitTo(7);
    at(1);
    const { cursor } = await get({ from: 'latest' });
    await limitTo(
      null,
      afterHeadRead(async () => {
        // By the clock of another host.
        at(1.001);
        await append(1);
        at(1);
      }),
    );
    at(2);
    await append(2);
    at(20);
    await deleteExpired();
    expect(await get()).toMatchObject({ numbers: [2] });
    expect(await get({ since: timeOf(1) })).toMatchObject({ status: 410 });
    expect(await get({ cursor })).toMatchObject({ status: 410 });
  });

  it('applies a longer retention of the service to new events', async () => {
    await append(0);
    at(5);
    await append(5);
    at(10);
    await append(10, { days: 90 });
    at(37);
    await deleteExpired();
    expect(await get()).toMatchObject({ numbers: [10] });
    expect(await get({ since: timeOf(5) })).toMatchObject({ status: 410 });
    expect(await get({ since: timeOf(9) })).toMatchObject({ numbers: [10] });
    at(99);
    expect(await get()).toMatchObject({ numbers: [10] });
    at(101);
    expect(await get()).toMatchObject({ numbers: [] });
  });

  it('never restores an event, leaves no gap, and keeps what every limit keeps', async () => {
    const count = exercise('hidden events', 'kept events', 'cleanings');
    const step = fc.record({
      days: fc.constantFrom(0, 1, 2, 9),
      limit: fc.constantFrom(undefined, 7, 9, 14, null),
      isCleaned: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await startOver();
        let day = 0;
        let smallest = SERVICE_DAYS;
        const appended: number[] = [];
        let oldest = -1;
        for (const { days, limit, isCleaned } of steps) {
          day += days + 0.01;
          at(day);
          if (limit !== undefined) {
            await limitTo(limit);
            smallest = Math.min(smallest, limit ?? SERVICE_DAYS);
          }
          await append(day);
          appended.push(day);
          if (isCleaned) {
            await deleteExpired();
            count('cleanings');
          }
          const { numbers } = await get();
          // A suffix of all events: without a gap.
          expect(numbers).toEqual(appended.slice(appended.length - numbers.length));
          expect(numbers[0]).toBeGreaterThanOrEqual(oldest);
          oldest = numbers[0];
          count('kept events', numbers.length);
          count('hidden events', appended.length - numbers.length);
          for (const each of appended) if (day - each < smallest - 0.001) expect(numbers).toContain(each);
          // Reading from a hidden event is refused, instead of skipping it.
          const first = appended.at(-numbers.length - 1);
          if (first !== undefined) expect(await get({ since: timeOf(first) })).toMatchObject({ status: 410 });
        }
      }),
      { numRuns: runs(15) },
    );
  });
});
