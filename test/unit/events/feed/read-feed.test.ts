import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createListEvents } from '../../../../functions/events/list-events/handler.ts';
import { dataFunction } from '../../../../functions/http/data-api.ts';
import { collectionEventCursor, firstRead } from '../../../../functions/http/event-cursor.ts';
import { encodeCursor } from '../../../../shared/contract/cursor.ts';
import { EVENT_TYPES } from '../../../../shared/contract/events/event-types.ts';
import { appendToFeed } from '../../../../shared/events/feed/append-to-feed.ts';
import { eraseFromFeed } from '../../../../shared/events/feed/erase-from-feed.ts';
import { readFeed } from '../../../../shared/events/feed/read-feed.ts';
import { ROUTES } from '../../../../shared/operations/data-api/routes.ts';
import { feedChunkKey, feedPartition } from '../../../../shared/table/items/feed-keys.ts';
import type { TableReader } from '../../../../shared/table/reader.ts';
import { useEngine } from '../../../support/engine/use-engine.ts';
import { lambdaContext, proxyEvent } from '../../../support/http/proxy-event.ts';
import { createOrganization } from '../../../support/organizations/organization.ts';

const ALL_TYPES = new Set(EVENT_TYPES);

const DAY = 86_400_000;
const START = Date.UTC(2026, 2, 1);
const RETENTION_DAYS = 30;

const engine = useEngine();
let organizationId: string;

beforeEach(() => {
  organizationId = randomUUID();
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  return () => vi.useRealTimers();
});

/** Appends one event per given number, at a time in days since the start. */
const append = async (day: number, ...numbers: readonly number[]): Promise<void> => {
  vi.setSystemTime(START + day * DAY);
  const records = numbers.map((number) => ({
    organizationId,
    id: [String(number)],
    second: new Date().toISOString().slice(0, 19),
    events: [
      {
        type: number % 2 === 0 ? 'company.updated' : 'person.updated',
        json: JSON.stringify({ number, data: {}, previous: {} }),
      },
    ],
  }));
  await appendToFeed(engine.table, records, RETENTION_DAYS);
};

const timeOf = (day: number): string => new Date(START + day * DAY).toISOString();

interface Answer {
  readonly status: number;
  readonly numbers?: readonly number[];
  readonly cursor?: string;
  readonly hasMore?: boolean;
  readonly problem?: { readonly type: string; readonly missingPermissions?: readonly string[] };
  readonly headers: Readonly<Record<string, unknown>>;
}

const get = async (
  query: Readonly<Record<string, string>> = {},
  permissions?: string,
  reader = engine.table.reader,
): Promise<Answer> => {
  const handler = dataFunction(ROUTES.listEvents, createListEvents({ reader }));
  const event = proxyEvent({
    organizationId,
    resource: ROUTES.listEvents.path,
    query,
    ...(permissions === undefined ? {} : { permissions }),
  });
  const { statusCode: status, body, headers = {} } = await handler(event, lambdaContext());
  const json = JSON.parse(body);
  if (status !== 200) return { status, problem: json, headers };
  const numbers = json.items.map(({ number }: { readonly number: number }) => number);
  return { status, numbers, cursor: json.nextCursor, hasMore: json.hasMore, headers };
};

describe('a page of the feed', () => {
  it('returns no event before the first change, but a cursor that works later', async () => {
    for (const query of [{}, { from: 'earliest' }, { from: 'latest' }, { since: timeOf(-1) }]) {
      const empty = await get(query);
      expect(empty).toMatchObject({ status: 200, numbers: [], hasMore: false });
      expect((await get({ cursor: empty.cursor ?? '' })).cursor).toBe(empty.cursor);
    }
    const { cursor = '' } = await get();
    await append(0, 1, 2);
    expect(await get({ cursor })).toMatchObject({ numbers: [1, 2], hasMore: false });
  });

  it('continues within and across appends, with any limit', async () => {
    await append(0, 1, 2, 3);
    await append(1, 4);
    await append(2, 5, 6, 7, 8);
    for (const limit of ['1', '2', '3', '5', '1000']) {
      const numbers: number[] = [];
      for (let answer = await get({ limit }); ; answer = await get({ limit, cursor: answer.cursor ?? '' })) {
        numbers.push(...(answer.numbers ?? []));
        expect(answer.headers['Link'] === undefined).toBe(answer.hasMore === false);
        if (answer.hasMore === false) break;
      }
      expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    }
  });

  it('starts at its cursor although an eventually consistent read misses that event', async () => {
    await append(0, 1);
    const { cursor = '' } = await get();
    await append(1, 2);
    const { reader } = engine.table;
    const queryPage: TableReader['queryPage'] = async (query) =>
      query.consistentRead === true ? reader.queryPage(query) : { items: [], lastEvaluated: undefined };
    const page = await get({ cursor }, undefined, { ...reader, queryPage });
    expect(page).toMatchObject({ status: 200, numbers: [2], hasMore: false });
  });

  it('starts with the first event since a time, or after the newest one', async () => {
    for (const day of [0, 1, 2, 3, 4, 5, 6, 7]) await append(day, day);
    expect((await get({ since: timeOf(3) })).numbers).toEqual([3, 4, 5, 6, 7]);
    expect((await get({ since: timeOf(2.5) })).numbers).toEqual([3, 4, 5, 6, 7]);
    expect((await get({ since: timeOf(-9) })).numbers).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect((await get({ since: timeOf(9) })).numbers).toEqual([]);
    expect((await get({ from: 'latest' })).numbers).toEqual([]);
    // The events of the minute before are repeated.
    const cursor = collectionEventCursor(organizationId, firstRead(timeOf(3 + 1 / 2_880)));
    expect((await get({ cursor })).numbers).toEqual([3, 4, 5, 6, 7]);
  });

  it('starts with the first event since a time although the clock of a publisher went back', async () => {
    await append(5, 1);
    await append(3, 2);
    await append(4, 3);
    vi.setSystemTime(START + 6 * DAY);
    expect((await get({ since: timeOf(5) })).numbers).toEqual([1, 2, 3]);
    expect((await get({ since: timeOf(4.5) })).numbers).toEqual([1, 2, 3]);
    expect((await get({ since: timeOf(5.5) })).numbers).toEqual([]);
  });

  it('links to the next page without the start of the first', async () => {
    await append(0, 1, 2, 3);
    for (const query of [{ from: 'earliest' }, { since: timeOf(-1) }]) {
      const { headers, cursor } = await get({ ...query, limit: '2', types: '*' });
      const link = new URL(/<(.*)>/.exec(String(headers['Link']))?.[1] ?? '');
      expect(Object.fromEntries(link.searchParams)).toEqual({ limit: '2', types: '*', cursor });
    }
  });

  it('returns an empty page with a next cursor after megabytes that the key may not see', async () => {
    const json = JSON.stringify({ number: 1, text: 'x'.repeat(2_000_000), data: { apiKeyId: null } });
    const second = new Date().toISOString().slice(0, 19);
    const events = [{ type: 'webhook_endpoint.failing', json }];
    for (const id of ['1', '2', '3']) {
      await appendToFeed(engine.table, [{ organizationId, id: [id], second, events }], RETENTION_DAYS);
    }
    await append(3, 2);
    const first = await get();
    expect(first).toMatchObject({ status: 200, numbers: [], hasMore: true });
    expect(await get({ cursor: first.cursor ?? '' })).toMatchObject({ numbers: [2], hasMore: false });
  });

  it('limits a page to the maximum size of a response', async () => {
    const json = JSON.stringify({ number: 1, text: 'x'.repeat(1_000_000) });
    const second = new Date().toISOString().slice(0, 19);
    for (let id = 0; id < 10; id++) {
      const record = { organizationId, id: [`${id}`], second, events: [{ type: 'person.updated', json }] };
      await appendToFeed(engine.table, [record], RETENTION_DAYS);
    }
    const query = { organizationId, start: { chunk: 1, index: 0 }, limit: 1_000, types: ALL_TYPES };
    const page = await readFeed(engine.table.reader, { ...query, now: new Date() });
    expect(page).toMatchObject({ next: { chunk: 7, index: 0 }, hasMore: true });
    expect(page?.events).toHaveLength(6);
  });

  it('starts with the earliest event although others expire during the search', async () => {
    for (const day of [0, 1, 2, 3, 4, 5, 6, 7]) await append(day, day);
    vi.setSystemTime(START + (RETENTION_DAYS + 0.5) * DAY);
    const { reader } = engine.table;
    const slow: TableReader = {
      ...reader,
      get: (...given) => {
        vi.setSystemTime(Date.now() + DAY / 2);
        return reader.get(...given);
      },
      queryPage: (...given) => {
        vi.setSystemTime(Date.now() + DAY / 2);
        return reader.queryPage(...given);
      },
    };
    expect(await get({}, undefined, slow)).toMatchObject({ status: 200, numbers: [1, 2, 3, 4, 5, 6, 7] });
  });

  it('returns the same page for the same cursor, so that polling returns 304', async () => {
    await append(0, 1);
    const { cursor = '', headers } = await get();
    expect((await get({ cursor })).headers['ETag']).toBe((await get({ cursor })).headers['ETag']);
    await append(1, 2);
    expect((await get({ cursor })).headers['ETag']).not.toBe(headers['ETag']);
  });
});

describe('the ETag of a page', () => {
  const tagOf = async (...given: Parameters<typeof get>) => (await get(...given)).headers['ETag'];

  it('differs by what the key may see, the start and the limit', async () => {
    await append(0, 1, 2, 3);
    const { cursor = '' } = await get({ limit: '1' });
    const tags = [
      await tagOf(),
      await tagOf({ limit: '2' }),
      await tagOf({ cursor }),
      await tagOf({}, 'event:read,person:read'),
      await tagOf({}, 'event:read,person:read,person.contact:read'),
      await tagOf({ types: 'company.*' }),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('changes with an erasure, which moves no cursor', async () => {
    const personId = randomUUID();
    const json = JSON.stringify({
      id: 'event',
      type: 'person.updated',
      data: { id: personId },
      previous: {},
    });
    const record = { organizationId, id: ['1'], second: timeOf(0).slice(0, 19) };
    await appendToFeed(
      engine.table,
      [{ ...record, events: [{ type: 'person.updated', json }] }],
      RETENTION_DAYS,
    );
    await append(0, 2);
    const [before, tag] = [await get(), await tagOf()];
    await eraseFromFeed(engine.table, organizationId, personId, async () => {});
    const after = await get();
    expect(after.cursor).toBe(before.cursor);
    expect(after.numbers).toEqual([2]);
    expect(after.headers['ETag']).not.toBe(tag);
  });
});

describe('the types of a page', () => {
  beforeEach(() => append(0, 1, 2, 3, 4));

  it.each([
    ['person:read', {}, [1, 3]],
    ['person:list', {}, [1, 3]],
    ['company:list', { types: '*' }, [2, 4]],
    ['person:read,company:read', {}, [1, 2, 3, 4]],
    ['person:read,company:read', { types: 'company.*' }, [2, 4]],
    ['person:read,company:read', { types: 'company.created,person.updated' }, [1, 3]],
    ['', {}, []],
  ])(
    'returns with the permissions %j and %j only types that the key may read',
    async (permissions, query, numbers) => {
      const answer = await get(query, `event:read,${permissions}`);
      expect(answer).toMatchObject({ status: 200, numbers, hasMore: false });
    },
  );

  it('rejects a type that the key may not read', async () => {
    const answer = await get(
      { types: 'person.updated,company.*,call_list_entry.*' },
      'event:read,person:list',
    );
    expect(answer.status).toBe(403);
    expect(answer.problem?.missingPermissions).toEqual(['company:read', 'call-list:read']);
  });

  it('counts only matching types toward the limit', async () => {
    expect(await get({ types: 'company.*', limit: '1' })).toMatchObject({ numbers: [2], hasMore: true });
    const { cursor = '' } = await get({ types: 'company.*', limit: '2' });
    expect(await get({ cursor })).toMatchObject({ numbers: [], hasMore: false });
  });
});

describe('an expired cursor', () => {
  const expired = { status: 410, problem: { type: 'urn:sales-data:problem:cursor-expired' } };
  const deleteChunk = (chunk: number) =>
    createOrganization(engine, organizationId).deleteItem(feedChunkKey(organizationId, chunk, 0));

  beforeEach(async () => {
    await append(0, 1);
    await append(10, 2);
    await append(20, 3);
  });

  it('rejects a cursor once the event after it has expired, whether or not it is deleted', async () => {
    const { cursor: first = '' } = await get({ limit: '1' });
    const { cursor: end = '' } = await get();
    vi.setSystemTime(START + 35 * DAY);
    expect(await get({ cursor: first })).toMatchObject({ numbers: [2, 3] });
    vi.setSystemTime(START + 41 * DAY);
    expect(await get({ cursor: first })).toMatchObject(expired);
    expect(await get({ since: timeOf(5) })).toMatchObject(expired);
    await deleteChunk(1);
    await deleteChunk(2);
    expect(await get({ cursor: first })).toMatchObject(expired);
    expect(await get({ from: 'earliest' })).toMatchObject({ numbers: [3] });
    expect(await get()).toMatchObject({ numbers: [3] });
    expect(await get({ since: timeOf(15) })).toMatchObject({ numbers: [3] });
    // At the end of the feed, nothing is missing, however old the cursor is.
    vi.setSystemTime(START + 100 * DAY);
    await deleteChunk(3);
    expect(await get({ cursor: end })).toMatchObject({ status: 200, numbers: [], hasMore: false });
    expect(await get({ from: 'earliest' })).toMatchObject({ numbers: [], hasMore: false });
    await append(100, 4);
    expect(await get({ cursor: end })).toMatchObject({ numbers: [4] });
  });

  it.each([0, 1])('rejects a cursor once part %i of the chunk after it is deleted', async (part) => {
    const noise = Array.from({ length: 30_000 }, () => randomUUID()).join('');
    const { cursor = '' } = await get();
    const json = JSON.stringify({ noise });
    const record = { organizationId, id: ['4'], second: timeOf(20).slice(0, 19) };
    await appendToFeed(engine.table, [{ ...record, events: [{ type: 'company.updated', json }] }], 30);
    await append(21, 5);
    const Key = { ...feedChunkKey(organizationId, 4, part) };
    await engine.table.writer.transact([{ delete: { Key } }]);
    expect(await get({ cursor })).toMatchObject(expired);
  });

  it('rejects a cursor beyond the end of the feed, as after a restored table', async () => {
    const cursor = encodeCursor(['events', organizationId], '9.0');
    expect(await get({ cursor })).toMatchObject(expired);
  });

  it('returns 400, not 410, for a foreign or forged cursor', async () => {
    for (const cursor of [
      encodeCursor(['events', randomUUID()], '1.0'),
      encodeCursor(['people', organizationId], '1.0'),
      ...['0.0', '1', '1.-1', '1.123456', '@yesterday', `@${timeOf(0)}x`, '9999999999999.0'].map((text) =>
        encodeCursor(['events', organizationId], text),
      ),
    ]) {
      expect((await get({ cursor })).status).toBe(400);
    }
    expect((await get({ cursor: encodeCursor(['events', organizationId], '1.99999') })).numbers).toEqual([
      2, 3,
    ]);
  });

  it('keeps its items apart from those of other organizations', async () => {
    expect((await engine.itemsOf(feedPartition(organizationId))).length).toBe(7);
    organizationId = randomUUID();
    expect((await get()).numbers).toEqual([]);
  });
});
