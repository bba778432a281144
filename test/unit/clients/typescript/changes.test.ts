import { describe, expect, it } from 'vitest';
import type { ChangesPage, FeedStart, ProblemError } from '../../../../clients/typescript/src/index.ts';
import { eventually } from '../../../support/eventually.ts';
import { createFakeApi } from './fake-api.ts';

/** A feed of numbered events, three per page, whose cursors are numbers. */
const createFeed = (length = 7) => {
  const events = Array.from({ length }, (_, index) => ({ id: String(index) }));
  const api = createFakeApi((_, query) => {
    const start = Number(query.get('cursor') ?? (query.get('from') === 'latest' ? events.length : 0));
    if (start < 0) return 'cursor-expired';
    const items = events.slice(start, start + 3);
    const next = start + items.length;
    return { items, nextCursor: String(next), hasMore: next < events.length };
  });
  return { ...api, append: (id: string) => events.push({ id }) };
};

const idsOf = ({ events }: ChangesPage): readonly string[] => events.map(({ id }) => id);

const collect = async (pages: AsyncIterable<ChangesPage>): Promise<readonly ChangesPage[]> => {
  const collected: ChangesPage[] = [];
  for await (const page of pages) collected.push(page);
  return collected;
};

const first = async (pages: AsyncIterable<ChangesPage>): Promise<ChangesPage | undefined> => {
  for await (const page of pages) return page;
  return undefined;
};

describe('changes', () => {
  it('yields every page with the cursor after it, and stops at the end without `follow`', async () => {
    const { client, requests } = createFeed();
    const pages = await collect(client.changes({ from: 'earliest', types: ['person.*'], follow: false }));
    expect(pages.map(idsOf)).toEqual([['0', '1', '2'], ['3', '4', '5'], ['6']]);
    expect(pages.map(({ cursor }) => cursor)).toEqual(['3', '6', '7']);
    expect(requests).toEqual([
      '/v1/event?from=earliest&limit=1000&types=person.*',
      '/v1/event?cursor=3&limit=1000&types=person.*',
      '/v1/event?cursor=6&limit=1000&types=person.*',
    ]);
  });

  it('resumes after each page without losing or repeating an event', async () => {
    const { client } = createFeed();
    const ids: string[] = [];
    let start: FeedStart | undefined = { from: 'earliest' };
    while (start !== undefined) {
      const page = await first(client.changes({ ...start, follow: false }));
      start = page && { cursor: page.cursor };
      ids.push(...(page === undefined ? [] : idsOf(page)));
    }
    expect(ids).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  });

  it('requests a page only once the previous one is consumed', async () => {
    const { client, requests } = createFeed();
    for await (const page of client.changes({ from: 'earliest' })) {
      expect(requests).toHaveLength(1);
      expect(idsOf(page)).toEqual(['0', '1', '2']);
      break;
    }
    expect(requests).toHaveLength(1);
  });

  it('starts at a time', async () => {
    const { client, requests } = createFeed(1);
    await collect(client.changes({ since: '2026-01-31T09:30:00Z', limit: 10, follow: false }));
    expect(requests).toEqual(['/v1/event?since=2026-01-31T09:30:00Z&limit=10']);
  });

  it('yields a cursor to store, even if nothing has changed yet', async () => {
    const { client } = createFeed();
    expect(await collect(client.changes({ from: 'latest', follow: false }))).toEqual([
      { events: [], cursor: '7' },
    ]);
    expect(await collect(client.changes({ cursor: '7', follow: false }))).toEqual([]);
  });

  it('follows the feed, and yields nothing while nothing changes', async () => {
    const { client, requests, append } = createFeed();
    const pages = client.changes({ cursor: '6', pollSeconds: 0.1 });
    expect(await pages.next()).toMatchObject({ value: { events: [{ id: '6' }] } });
    const following = pages.next();
    await eventually(() => requests.length >= 3);
    append('7');
    expect(await following).toEqual({ done: false, value: { events: [{ id: '7' }], cursor: '8' } });
    await pages.return();
  });

  it('waits `pollSeconds` between requests at the end of the feed', async () => {
    const { client, requests } = createFeed(0);
    const controller = new AbortController();
    const start = performance.now();
    const all = collect(client.changes({ cursor: '0', pollSeconds: 0.2, signal: controller.signal }));
    await eventually(() => requests.length === 3);
    // Timers count whole milliseconds.
    expect(performance.now() - start).toBeGreaterThanOrEqual(398);
    controller.abort();
    await all;
  });

  it.each([0, -1, 0.01, Number.NaN, Number.POSITIVE_INFINITY, 86_401])(
    'rejects %d as `pollSeconds`, without a request',
    async (pollSeconds) => {
      const { client, requests } = createFeed(0);
      await expect(client.changes({ cursor: '0', pollSeconds }).next()).rejects.toThrow(RangeError);
      expect(requests).toEqual([]);
    },
  );

  it('ends normally when it is aborted during a wait', async () => {
    const { client, requests } = createFeed();
    const controller = new AbortController();
    const pages = client.changes({ cursor: '6', pollSeconds: 86_400, signal: controller.signal });
    expect(await pages.next()).toMatchObject({ value: { events: [{ id: '6' }] } });
    const following = pages.next();
    controller.abort();
    expect(await following).toMatchObject({ done: true });
    expect(requests).toHaveLength(1);
  });

  it('ends normally when it is aborted between pages', async () => {
    const { client } = createFeed();
    const controller = new AbortController();
    const ids: string[] = [];
    for await (const page of client.changes({ from: 'earliest', signal: controller.signal })) {
      ids.push(...idsOf(page));
      controller.abort();
    }
    expect(ids).toEqual(['0', '1', '2']);
  });

  it('throws the typed problem for an expired cursor', async () => {
    const { client } = createFeed();
    const error = (await client
      .changes({ cursor: '-1' })
      .next()
      .catch((reason: unknown) => reason)) as ProblemError;
    expect(error.problem).toMatchObject({ type: 'urn:sales-data:problem:cursor-expired', status: 410 });
  });
});
