import { expect, it } from 'vitest';
import { createFakeApi } from './fake-api.ts';

const record = (id: string, name = 'first') => ({ id, name });

/** A scan that repeats its first page until a record of it changes. */
const PAGES = [
  { items: [record('1'), record('2')], nextCursor: 'a' },
  { items: [record('1'), record('2')], nextCursor: 'b' },
  { items: [record('1'), record('2', 'second')], nextCursor: 'c' },
  { items: [record('3')], eventCursor: 'feed' },
];

const serve = () => {
  const times: number[] = [];
  const api = createFakeApi((path) => {
    if (path === '/v1/event') return { items: [], nextCursor: 'feed', hasMore: false };
    if (path !== '/v1/company') return { items: [], eventCursor: 'feed' };
    times.push(performance.now());
    return PAGES[times.length - 1] ?? 'not-found';
  });
  return { ...api, waits: () => times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0))) };
};

/** Only the page after the repeated one waits for a second. */
const expectWait = ([first = 0, second = 0, third = 0]: readonly number[]): void => {
  expect([first < 500, second >= 990, third < 500]).toEqual([true, true, true]);
};

it('skips what the page before had, and waits if that is all', async () => {
  const { client, waits } = serve();
  const seen: unknown[] = [];
  for await (const { id, name } of client.companies()) seen.push(`${id} ${name}`);
  expect(seen).toEqual(['1 first', '2 first', '2 second', '3 first']);
  expectWait(waits());
});

it('ends that wait once the signal is aborted', async () => {
  const { client, requests } = serve();
  const reading = async () => {
    for await (const _ of client.companies({}, { signal: AbortSignal.timeout(100) }));
  };
  await expect(reading()).rejects.toThrow('timeout');
  expect(requests).toHaveLength(2);
});

it('does the same in a copy', async () => {
  const { client, waits } = serve();
  const stored: string[] = [];
  await client.copy({
    follow: false,
    store: ({ changes }) => {
      for (const { id } of changes) stored.push(id);
    },
  });
  expect(stored).toEqual(['1', '2', '2', '3']);
  expectWait(waits());
});
