import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { appendToFeed } from '../../../../shared/events/feed/append-to-feed.ts';
import { type FeedPosition, FIRST_POSITION } from '../../../../shared/events/feed/feed-position.ts';
import { readFeed } from '../../../../shared/events/feed/read-feed.ts';
import { readFeedBackwards } from '../../../../shared/events/feed/read-feed-backwards.ts';
import { feedHeadKey, feedTypesKey } from '../../../../shared/table/items/feed-keys.ts';
import { itemBytes } from '../../../../shared/table/items/item-size.ts';
import { updateOf } from '../../../../shared/table/items/update-expression.ts';
import type { TableReader } from '../../../../shared/table/reader.ts';
import { useEngine } from '../../../support/engine/use-engine.ts';

const engine = useEngine();
let organizationId: string;
let appended: number;
let requests: number;
let bytes: number;

beforeEach(() => {
  organizationId = randomUUID();
  appended = 0;
});

const countingReader = (): TableReader => ({
  ...engine.table.reader,
  queryPage: async (query) => {
    const page = await engine.table.reader.queryPage(query);
    requests++;
    for (const item of page.items) bytes += itemBytes(item);
    return page;
  },
});

/** Appends a chunk with one event of each type. */
const append = async (types: readonly string[], text = ''): Promise<void> => {
  const id = String(appended++);
  const events = types.map((type) => ({ type, json: JSON.stringify({ id, type, text }) }));
  const record = { organizationId, id: [id], second: new Date().toISOString().slice(0, 19), events };
  await appendToFeed(engine.table, [record], 30);
};

const read = async (start: FeedPosition, types: readonly string[], limit = 100) => {
  requests = 0;
  bytes = 0;
  const query = { organizationId, start, limit, types: new Set(types), now: new Date() };
  const page = await readFeed(countingReader(), query);
  if (page === undefined) throw new Error('The cursor expired.');
  return { ...page, ids: page.events.map(({ json }) => `${JSON.parse(json).id} ${JSON.parse(json).type}`) };
};

const readAll = async (types: readonly string[], limit: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let start = FIRST_POSITION; ; ) {
    const page = await read(start, types, limit);
    ids.push(...page.ids);
    if (!page.hasMore) return ids;
    start = page.next;
  }
};

const NAMES = ['person.updated', 'company.updated', 'call_list.locked', 'import.failed'] as const;

describe('a feed read by type', () => {
  it('skips what cannot match, however long the feed is', async () => {
    for (let chunk = 1; chunk <= 330; chunk++) {
      await append(chunk === 150 ? ['company.updated'] : ['person.updated']);
    }
    const { ids, next, hasMore } = await read(FIRST_POSITION, ['company.updated']);
    expect({ ids, next, hasMore }).toEqual({
      ids: ['149 company.updated'],
      next: { chunk: 331, index: 0 },
      hasMore: false,
    });
    expect(requests).toBeLessThanOrEqual(5);
    expect(bytes).toBeLessThan(4_096);
    expect((await read(FIRST_POSITION, ['call_list.locked'])).hasMore).toBe(false);
    expect(bytes).toBeLessThan(4_096);
  });

  it('returns exactly the events of the types, in pages of any size', async () => {
    const chunks = fc.sample(
      fc.subarray([...NAMES, 'person.updated' as const], { minLength: 1, maxLength: 1 }),
      { numRuns: 230, seed: 7 },
    );
    for (const [index, types] of chunks.entries()) {
      await append(
        index % 40 < 20 ? types : index % 7 === 0 ? ['call_list.locked', ...types] : ['company.updated'],
      );
    }
    const { items: stored } = await engine.table.reader.queryPage({
      partition: feedHeadKey(organizationId).pk,
      from: 'TYPES',
    });
    expect(stored).toHaveLength(2);
    const all = await readAll(NAMES, 1_000);
    const compare = fc.asyncProperty(
      fc.subarray([...NAMES], { minLength: 1 }),
      fc.constantFrom(1, 3, 100, 1_000),
      async (types, limit) => {
        const wanted = all.filter((id) => types.some((type) => id.endsWith(` ${type}`)));
        expect(await readAll(types, limit)).toEqual(wanted);
      },
    );
    await fc.assert(compare, { numRuns: 12 });
    // As a feed from before types were kept, in part.
    const { writer } = engine.table;
    await writer.transact([
      { delete: { Key: { ...feedTypesKey(organizationId, 1) } } },
      { update: updateOf(feedHeadKey(organizationId), { types: null }) },
    ]);
    await append(['company.updated']);
    expect(await readAll(['call_list.locked'], 10)).toEqual(
      all.filter((id) => id.endsWith(' call_list.locked')),
    );
  });

  it('ends a page early, with a cursor, that skips megabytes', async () => {
    const text = 'x'.repeat(700_000);
    for (let chunk = 1; chunk <= 12; chunk++) await append(['person.updated', 'company.updated'], text);
    const isWanted = (): boolean => false;
    const query = { organizationId, limit: 100, isWanted, now: new Date() };
    const types = new Set(['company.updated']);
    const page = await readFeed(countingReader(), { ...query, start: FIRST_POSITION, types });
    expect(page).toMatchObject({ events: [], hasMore: true, next: { chunk: 4, index: 0 } });
    const backwards = await readFeedBackwards(countingReader(), { ...query, before: undefined });
    expect(backwards).toEqual({ events: [], next: { chunk: 10, index: 0 } });
  });
});
