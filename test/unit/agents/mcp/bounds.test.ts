import { describe, expect, it } from 'vitest';
import { MAX_CHARACTERS } from '../../../../connectors/mcp/src/bounds.ts';
import { ask, askAll } from '../../../support/agents/mcp.ts';
import { connect } from './connect.ts';

interface FakeRecord {
  readonly id: string;
  readonly note: string;
}

/** Pages of records, whose cursor is the index of the next one, with so many zeros before it. */
const pagesOf =
  (records: readonly FakeRecord[], zeros = 0) =>
  (_path: string, query: URLSearchParams) => {
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Number(query.get('limit'));
    return {
      totalCount: records.length,
      items: records.slice(start, end),
      ...(end < records.length ? { nextCursor: `${'0'.repeat(zeros)}${end}` } : {}),
    };
  };

const recordsOf = (lengths: readonly number[]): readonly FakeRecord[] =>
  lengths.map((length, index) => ({ id: String(index), note: 'x'.repeat(length) }));

describe('an answer', () => {
  it('ends with a whole item before the maximum length, and continues with the next by cursor', async () => {
    const records = recordsOf(Array.from({ length: 90 }, (_, index) => (index * 137) % 900));
    const { client, requests } = await connect(pagesOf(records));
    const { items, lengths } = await askAll(client, 'find_people', { limit: 100 });
    expect(items).toEqual(records.map(({ id, note }) => (note === '' ? { id } : { id, note })));
    expect(lengths.length).toBeGreaterThan(1);
    for (const length of lengths) expect(length).toBeLessThanOrEqual(MAX_CHARACTERS);
    // Each page that is too long is read twice.
    expect(requests.length).toBeLessThanOrEqual(2 * lengths.length);
  });

  it('leaves room for a cursor, so that no page is read a third time', async () => {
    const records = recordsOf(Array.from({ length: 100 }, () => 186));
    const { client, requests } = await connect(pagesOf(records, 400));
    const { items, lengths } = await askAll(client, 'find_people', { limit: 100 });
    expect(items).toHaveLength(100);
    expect(lengths).toHaveLength(2);
    for (const length of lengths) expect(length).toBeLessThanOrEqual(MAX_CHARACTERS);
    expect(requests).toHaveLength(3);
  });

  it('leaves room for a cursor after a record that fills the answer alone', async () => {
    const records = recordsOf([MAX_CHARACTERS - 300, 100]);
    const { client } = await connect(pagesOf(records, 400));
    const { lengths } = await askAll(client, 'find_people', { limit: 1 });
    for (const length of lengths) expect(length).toBeLessThanOrEqual(MAX_CHARACTERS);
  });

  it('shortens a record that is too long alone, with a notice', async () => {
    const records = recordsOf([100, 50_000, 100]);
    const { client } = await connect(pagesOf(records));
    const { items, lengths } = await askAll(client, 'find_people', {});
    expect(items.map(({ id, isShortened = false }) => [id, isShortened])).toEqual([
      ['0', false],
      ['1', true],
      ['2', false],
    ]);
    for (const length of lengths) expect(length).toBeLessThanOrEqual(MAX_CHARACTERS);
  });

  it('bounds even a record with hundreds of long fields, lists and nested records', async () => {
    const long = 'ä"\n'.repeat(3_000);
    const customFields = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${index}${'k'.repeat(250)}`, long]),
    );
    const tags = Array(100).fill(long);
    const person = { id: '1', customFields, tags, emails: tags.map((address) => ({ address })) };
    const { client } = await connect(() => ({
      id: 'list',
      entryCount: 1,
      entries: [{ id: 'e', note: long, person, company: person }],
    }));
    const answer = await ask(client, 'read_call_list', { id: 'list' });
    expect(answer['entries']).toMatchObject([{ id: 'e', isShortened: true, person: { id: '1' } }]);
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MAX_CHARACTERS);
  });

  it('never cuts a character in two', async () => {
    const { client } = await connect(pagesOf([{ id: '0', note: '😀'.repeat(30_000) }]));
    const { items } = await askAll(client, 'find_people', {});
    expect(String(items[0]?.['note']).isWellFormed()).toBe(true);
  });
});

describe('what_changed_since', () => {
  const event = (fields: object) => ({
    id: 'event',
    type: 'person.updated',
    timestamp: '2026-02-01T00:00:00.000Z',
    isSilent: false,
    sequence: 2,
    data: { id: '1', firstName: 'Nora', lastName: 'Novak', title: 'VP', changedAt: 'now', companyId: null },
    previous: {},
    ...fields,
  });

  it('summarizes events: the record, and changed fields with both values', async () => {
    const items = [
      event({ previous: { title: null, changedAt: 'before' } }),
      event({ type: 'person.erased', data: { id: '2' }, isSilent: true }),
      event({ type: 'company.updated', data: { id: '3', name: 'y'.repeat(500) }, previous: { name: 'A' } }),
    ];
    const { client, requests } = await connect(() => ({ items, nextCursor: 'c2', hasMore: false }));
    const answer = await ask(client, 'what_changed_since', {
      since: '2026-01-31T00:00:00Z',
      types: ['person.*'],
    });
    const timestamp = '2026-02-01T00:00:00.000Z';
    const cut = `${'y'.repeat(200)}… [cut]`;
    expect(answer).toEqual({
      events: [
        {
          type: 'person.updated',
          timestamp,
          recordId: '1',
          name: 'Nora Novak',
          changes: [{ field: 'title', to: 'VP' }],
        },
        { type: 'person.erased', timestamp, recordId: '2', isSilent: true },
        {
          type: 'company.updated',
          timestamp,
          recordId: '3',
          name: cut,
          changes: [{ field: 'name', from: 'A', to: cut }],
        },
      ],
      nextCursor: 'c2',
      hasMore: false,
    });
    expect(requests).toEqual(['GET /v1/event?since=2026-01-31T00:00:00Z&limit=50&types=person.*']);
  });

  it('reads on after empty pages, up to a limit', async () => {
    let page = 0;
    const { client, requests } = await connect(() => {
      page++;
      return { items: [], nextCursor: `c${page}`, hasMore: true };
    });
    const answer = await ask(client, 'what_changed_since', { cursor: 'c0' });
    expect(answer).toEqual({ events: [], nextCursor: 'c5', hasMore: true });
    expect(requests).toHaveLength(5);
  });

  it('cuts after whole events, and continues after the last', async () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      event({ data: { id: String(index), name: 'n'.repeat(200) }, previous: { title: 't'.repeat(200) } }),
    );
    const { client } = await connect((_path, query) => {
      const start = Number(query.get('cursor') ?? 0);
      const items = all.slice(start, start + Number(query.get('limit')));
      const end = start + items.length;
      return { items, nextCursor: String(end), hasMore: end < all.length };
    });
    const ids: unknown[] = [];
    let next: Record<string, unknown> = { since: '2026-01-31T00:00:00Z' };
    for (let hasMore: unknown = true; hasMore === true; ) {
      const answer = await ask(client, 'what_changed_since', { ...next, limit: 100 });
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MAX_CHARACTERS);
      ids.push(...(answer['events'] as { recordId: string }[]).map(({ recordId }) => recordId));
      hasMore = answer['hasMore'];
      next = { cursor: answer['nextCursor'] };
    }
    expect(ids).toEqual(all.map(({ data }) => data.id));
  });
});
