import { describe, expect, it } from 'vitest';
import { type CopyBatch, ProblemError } from '../../../../clients/typescript/src/index.ts';
import { createRecordCopy } from '../../../support/records/record-copy.ts';
import { createFakeApi } from './fake-api.ts';

interface FakeRecord {
  readonly id: string;
  readonly name: string;
}

const record = (id: string, name = 'first'): FakeRecord => ({ id, name });
const event = (type: string, data: FakeRecord | Pick<FakeRecord, 'id'>) => ({ type, data });

const KINDS = ['company', 'person', 'call_list', 'call_list_entry', 'call'];

/** Two records per page of a collection, two events per page of the feed. */
const PAGE_SIZE = 2;

/** A service whose data a test changes. The feed expires before the event `expired`. */
const createFakeService = () => {
  const data = {
    company: [record('c1'), record('c2'), record('c3')],
    person: [record('p1'), record('p2')],
    'call-list': [record('l1')],
    'call-list-entry': [record('e1'), record('e2')],
    call: [record('a1')],
  };
  const permissions = ['company:list', 'person:list', 'call-list:read', 'call:read'];
  // The first two are in the collections already, and the first is what they were before.
  const events = [event('person.created', record('p1', 'old')), event('person.updated', record('p1'))];
  const feed = { events, start: 0, expired: 0 };
  const api = createFakeApi((path, query) => {
    const cursor = Number(query.get('cursor') ?? 0);
    if (path === '/v1/key') return { permissions };
    if (path === '/v1/event') {
      if (cursor < feed.expired) return 'cursor-expired';
      const items = feed.events.slice(cursor, cursor + PAGE_SIZE);
      const next = cursor + items.length;
      return { items, nextCursor: String(next), hasMore: next < feed.events.length };
    }
    const name = path.slice('/v1/'.length) as keyof typeof data;
    const all = data[name];
    const end = cursor + PAGE_SIZE;
    if (end < all.length) return { items: all.slice(cursor, end), nextCursor: String(end) };
    // Each collection was read later than the one before.
    const readAt = feed.start + Object.keys(data).indexOf(name);
    return { items: all.slice(cursor, end), eventCursor: String(readAt) };
  });
  const expected = () =>
    new Map(
      Object.entries(data).flatMap(([name, records]) =>
        records.map((each) => [`${name.replaceAll('-', '_')} ${each.id}`, each] as const),
      ),
    );
  return { ...api, data, permissions, feed, expected };
};

describe('copy', () => {
  it('reads all collections, then follows the feed from the first `eventCursor`', async () => {
    const { client, requests, expected } = createFakeService();
    const copy = createRecordCopy();
    await client.copy({ store: copy.store, follow: false });
    expect(copy.records()).toEqual(expected());
    const types = 'types=company.*,person.*,call_list.*,call_list_entry.*,call.*';
    const page = '&sort=changedAt&count=none';
    expect(requests).toEqual([
      '/v1/key',
      `/v1/company?limit=500${page}`,
      `/v1/company?limit=500${page}&cursor=2`,
      `/v1/person?limit=500${page}`,
      `/v1/call-list?limit=200${page}`,
      `/v1/call-list-entry?limit=500${page}`,
      `/v1/call?limit=500${page}`,
      `/v1/event?cursor=0&limit=1000&${types}`,
    ]);
  });

  it('applies creations, changes, deletions and erasures', async () => {
    const { client, data, feed, expected } = createFakeService();
    const copy = createRecordCopy();
    await client.copy({ store: copy.store, follow: false });
    data.company = [record('c1', 'changed'), record('c3'), record('c4')];
    data.person = [record('p2')];
    feed.events.push(
      event('company.updated', record('c1', 'changed')),
      event('company.deleted', record('c2')),
      event('company.created', record('c4')),
      event('person.erased', { id: 'p1' }),
      event('call_list_entry.deleted', record('e1')),
      event('call_list_entry.created', record('e1')),
    );
    await client.copy({ store: copy.store, state: copy.state(), follow: false });
    expect(copy.records()).toEqual(expected());
    expect(copy.erased).toEqual(['p1']);
  });

  it('continues when it is killed before and after the commit of each batch', async () => {
    const { client, expected } = createFakeService();
    const copy = createRecordCopy();
    const lost = new Set<string>();
    const store = (batch: CopyBatch): void => {
      const id = JSON.stringify(batch.state);
      if (lost.has(id)) copy.store(batch);
      lost.add(id);
      throw new Error('killed');
    };
    const run = (): Promise<boolean> =>
      client.copy({ store, state: copy.state(), follow: false }).then(
        () => true,
        () => false,
      );
    // Six pages of collections and one of the feed, each killed twice.
    for (let kills = 0; kills < 14; kills++) expect(await run()).toBe(false);
    expect(await run()).toBe(true);
    expect(copy.records()).toEqual(expected());
  });

  it('rereads the collections after a 410, and deletes missing records', async () => {
    const { client, data, feed, expected } = createFakeService();
    const copy = createRecordCopy();
    await client.copy({ store: copy.store, follow: false });
    data.company = [record('c3'), record('c4')];
    data.person = [record('p1', 'changed')];
    feed.events = Array.from({ length: 9 }, () => event('person.updated', record('p1', 'changed')));
    feed.expired = feed.start = 8;
    await client.copy({ store: copy.store, state: copy.state(), follow: false });
    expect(copy.records()).toEqual(expected());
    expect(copy.state()).toEqual({ scan: 2, kinds: KINDS, eventCursor: '9' });
  });

  it('skips what the key may not list, and adds it once it may', async () => {
    const { client, data, permissions, feed, requests, expected } = createFakeService();
    const copy = createRecordCopy();
    const calls = data.call.splice(0);
    permissions.splice(permissions.indexOf('call:read'));
    const skipped: string[][] = [];
    const onSkip = (...skip: string[]) => skipped.push(skip);
    await client.copy({ store: copy.store, follow: false, onSkip });
    expect(copy.records()).toEqual(expected());
    expect(skipped).toEqual([['call', 'call:read']]);
    expect(requests.at(-1)).toMatch(/types=company\.\*,person\.\*,call_list\.\*,call_list_entry\.\*$/);

    permissions.push('call:read');
    data.call = calls;
    data.company.shift();
    feed.events.push(event('company.deleted', record('c1')));
    requests.length = 0;
    await client.copy({ store: copy.store, state: copy.state(), follow: false, onSkip });
    expect(copy.records()).toEqual(expected());
    expect(requests.map((request) => request.split('?')[0])).toEqual(['/v1/key', '/v1/call', '/v1/event']);
    expect(skipped).toHaveLength(1);
  });

  it('does not continue once the key lost a permission for what the copy has', async () => {
    const { client, permissions, requests } = createFakeService();
    const copy = createRecordCopy();
    await client.copy({ store: copy.store, follow: false });
    permissions.length = 0;
    requests.length = 0;
    await client.copy({ store: copy.store, state: copy.state(), follow: false });
    expect(requests).toEqual([expect.stringContaining('call_list_entry.*,call.*')]);
  });

  it('throws if the cursor of collections just read has expired', async () => {
    const { client, feed, requests } = createFakeService();
    feed.expired = 100;
    const error = await client.copy({ store: () => undefined, follow: false }).catch((reason) => reason);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error.problem.type).toBe('urn:sales-data:problem:cursor-expired');
    expect(requests.filter((request) => request.startsWith('/v1/event'))).toHaveLength(2);
  });

  it('ends with the error of `store`, without another request', async () => {
    const { client, requests } = createFakeService();
    const store = async (): Promise<void> => {
      throw new Error('The disk is full.');
    };
    await expect(client.copy({ store })).rejects.toThrow('The disk is full.');
    expect(requests).toHaveLength(2);
  });

  it.each([1, 7])('ends normally when it is aborted after batch %i', async (last) => {
    const { client, requests } = createFakeService();
    const controller = new AbortController();
    let batches = 0;
    const store = (): void => {
      if (++batches === last) controller.abort();
    };
    await client.copy({ store, signal: controller.signal });
    expect(requests).toHaveLength(last + 1);
  });
});
