import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDelays } from '../../../shared/events/delays.ts';
import { appendToFeed } from '../../../shared/events/feed/append-to-feed.ts';
import { changeKeys } from '../../../shared/table/items/change-keys.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { indexLookups } from '../../support/records/index-lookups.ts';

const engine = useEngine({ hasStream: true });
let organizationId: string;
let records: number;

beforeEach(() => {
  organizationId = randomUUID();
  records = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

/** The time when everything here starts, which the clock of the feed follows. */
const START = Date.now();
const at = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();

/** Stores that a record changed, as the index of changes lists it. */
const change = (collection: Parameters<typeof changeKeys>[1], changedAt: string) => {
  const id = randomUUID();
  const keys = changeKeys(organizationId, collection, { id, changedAt });
  return engine.table.writer.transact(() => [{ put: { Item: { pk: id, sk: 'X', ...keys } } }]);
};

/** Appends an event of each of these times as one chunk. */
const publish = (...times: readonly string[]) =>
  appendToFeed(
    engine.table,
    [
      {
        organizationId,
        id: [String(records++)],
        second: at(0).slice(0, 19),
        events: times.map((timestamp) => ({
          type: 'person.updated',
          json: JSON.stringify({ timestamp, sequence: 1, data: { id: 'ada' }, previous: {} }),
        })),
      },
    ],
    30,
  );

const delaysAt = (seconds: number) =>
  readDelays(engine.table.reader, organizationId, new Date(START + seconds * 1_000));

it('is not behind without changes, and once all are published and indexed', async () => {
  expect(await delaysAt(0)).toEqual({ feedSeconds: 0, lookupSeconds: 0 });
  await change('person', at(0));
  await change('company', at(-60));
  await publish(at(0));
  await indexLookups(engine);
  expect(await delaysAt(3_600)).toEqual({ feedSeconds: 0, lookupSeconds: 0 });
});

it.each(['person', 'company', 'call-list-entry'] as const)(
  'reports the oldest change of %s that is not in the feed',
  async (collection) => {
    await publish(at(10), at(0));
    for (const seconds of [30, 20, 12]) await change(collection, at(seconds));
    expect(await delaysAt(50)).toMatchObject({ feedSeconds: 30 });
  },
);

it('reports changes before the first event', async () => {
  await change('person', at(0));
  expect(await delaysAt(7)).toEqual({ feedSeconds: 7, lookupSeconds: 0 });
});

it('counts changes of the last second of the feed as published', async () => {
  await publish(at(0));
  await change('person', at(2));
  expect(await delaysAt(60)).toMatchObject({ feedSeconds: 0 });
});

it('is not behind after all events have expired', async () => {
  await change('person', at(0));
  await publish(at(0));
  expect(await delaysAt(40 * 86_400)).toEqual({ feedSeconds: 0, lookupSeconds: 0 });
});

it('reports the oldest events that the index has not processed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  await publish(at(0));
  await indexLookups(engine);
  for (const seconds of [100, 200]) {
    vi.setSystemTime(START + seconds * 1_000);
    await publish(at(seconds));
  }
  expect(await delaysAt(600)).toMatchObject({ lookupSeconds: 500 });
  await indexLookups(engine);
  expect(await delaysAt(600)).toMatchObject({ lookupSeconds: 0 });
});
