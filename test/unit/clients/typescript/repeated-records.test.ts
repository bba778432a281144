import { afterEach, expect, it, vi } from 'vitest';
import { createFakeApi } from './fake-api.ts';

const record = (id: string, name = 'first') => ({ id, name });

afterEach(() => {
  vi.restoreAllMocks();
});

/** A scan that repeats its first page until a record of it changes. */
const PAGES = [
  { items: [record('1'), record('2')], nextCursor: 'a' },
  { items: [record('1'), record('2')], nextCursor: 'b' },
  { items: [record('1'), record('2', 'second')], nextCursor: 'c' },
  { items: [record('3')], eventCursor: 'feed' },
];

const serve = () => {
  let pages = 0;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const api = createFakeApi((path) => {
    if (path === '/v1/event') return { items: [], nextCursor: 'feed', hasMore: false };
    if (path !== '/v1/company') return { items: [], eventCursor: 'feed' };
    const page = PAGES[pages] ?? 'not-found';
    pages += 1;
    return page;
  });
  /** How often the client has waited for about a second. */
  const waits = () => timers.mock.calls.filter(([, delay = 0]) => delay >= 1_000 && delay <= 1_100).length;
  return { ...api, waits };
};

it('skips what the page before had, and waits if that is all', async () => {
  const { client, waits } = serve();
  const seen: unknown[] = [];
  for await (const { id, name } of client.companies()) seen.push(`${id} ${name}`);
  expect(seen).toEqual(['1 first', '2 first', '2 second', '3 first']);
  expect(waits()).toBe(1);
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
  expect(waits()).toBe(1);
});
