import { describe, expect, it } from 'vitest';
import { SCHEMAS } from '../../../shared/kinds/derive/schema.ts';
import { stored } from '../../support/engine/stored.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { at, call, nextPath, service } from '../../support/service/service.ts';

const { callLists, people, companies } = service.first.data;
const large = at(callLists, 0);

interface CallListPage {
  readonly entryCount: number;
  readonly entries: readonly Record<string, unknown>[];
  readonly nextCursor?: string;
}

const get = async (id: string, query = ''): Promise<CallListPage> => {
  const { status, json, text } = await call(`/v1/call-list/${id}${query}`);
  expect(status, text).toBe(200);
  return json as CallListPage;
};

/** Reads all entries of a list and checks the header fields, count and `Link` of each page. */
const walk = async (id: string, query: string, expectedCount: number) => {
  const entries: Record<string, unknown>[] = [];
  let path: string | undefined = `/v1/call-list/${id}?${query}`;
  while (path !== undefined) {
    const response = await call(path);
    expect(response.status, response.text).toBe(200);
    const page = response.json as CallListPage;
    expect(page).toMatchObject({ id, entryCount: expectedCount });
    entries.push(...page.entries);
    path = nextPath(response);
    expect(path === undefined).toBe(page.nextCursor === undefined);
  }
  return entries;
};

describe('GET /v1/call-list/{id}', () => {
  it('returns the list, the exact count and the entries by position', async () => {
    for (const { entries, ...head } of callLists) {
      const whole = { ...stored(head), entryCount: entries.length, entries: entries.map(stored) };
      expect(await get(head.id)).toEqual(whole);
    }
  });

  it('returns entries with exactly the documented fields', async () => {
    for (const entry of (await get(large.id)).entries) {
      expect(SCHEMAS['call-list-entry'].safeParse(entry).error).toBeUndefined();
    }
  });

  it.each([1, 7, 39, 40, 500])('returns every entry once with limit=%i', async (limit) => {
    expect(await walk(large.id, `limit=${limit}`, 40)).toEqual(large.entries.map(stored));
  });

  it('has no cursor on the last page, even if it is full', async () => {
    expect(await get(large.id, '?limit=40')).not.toHaveProperty('nextCursor');
    expect(await get(large.id, '?limit=39')).toHaveProperty('nextCursor');
  });

  it('includes the full person and company of each entry, or null', async () => {
    const entries = await walk(large.id, 'limit=7&include=company,person', 40);
    expect(entries).toEqual(
      large.entries.map((entry) => ({
        ...stored(entry),
        person: people.map(stored).find(({ id }) => id === entry.personId) ?? null,
        company: companies.map(stored).find(({ id }) => id === entry.companyId) ?? null,
      })),
    );
    expect(entries.some(({ person, company }) => person !== null && company === null)).toBe(true);
    expect(entries.some(({ person }) => person === null)).toBe(true);
  });

  it('includes only the requested records', async () => {
    const [entry] = (await get(large.id, '?limit=1&include=company')).entries;
    expect(entry).toHaveProperty('company');
    expect(entry).not.toHaveProperty('person');
  });

  it('accepts a repeated include, also on the pages that the links lead to', async () => {
    const entries = await walk(large.id, 'limit=30&include=person&include=company', 40);
    expect(entries).toEqual(await walk(large.id, 'limit=30&include=person,company', 40));
    for (const entry of entries)
      expect(Object.keys(entry)).toEqual(expect.arrayContaining(['person', 'company']));
  });

  it('accepts a cursor with another limit or include, but not for another list', async () => {
    const { nextCursor } = await get(large.id, '?limit=3');
    expect((await get(large.id, `?limit=2&cursor=${nextCursor}`)).entries).toEqual(
      large.entries.slice(3, 5).map(stored),
    );
    expect((await get(large.id, `?include=person&cursor=${nextCursor}`)).entries).toHaveLength(37);
    const response = await call(`/v1/call-list/${at(callLists, 1).id}?cursor=${nextCursor}`);
    expect(expectProblem(response, 400, 'invalid-request').errors).toMatchObject([{ parameter: 'cursor' }]);
  });

  it('rejects a cursor of the collection', async () => {
    const { nextCursor } = (await call('/v1/call-list?limit=1')).json as { nextCursor: string };
    const response = await call(`/v1/call-list/${large.id}?cursor=${nextCursor}`);
    expect(expectProblem(response, 400, 'invalid-request').errors).toMatchObject([{ parameter: 'cursor' }]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['include=owner', 'include'],
    ['include=', 'include'],
    ['include=person,person', 'include'],
    ['include=person&include=person', 'include'],
    ['limit=5&limit=5', 'limit'],
    ['isLocked=true', 'isLocked'],
    ['sort=position', 'sort'],
  ])('rejects ?%s and names the parameter', async (query, parameter) => {
    const { errors } = expectProblem(
      await call(`/v1/call-list/${large.id}?${query}`),
      400,
      'invalid-request',
    );
    expect(errors).toMatchObject([{ parameter }]);
  });

  it('reports errors of the id and the query together', async () => {
    const { errors } = expectProblem(await call('/v1/call-list/7?limit=x'), 400, 'invalid-request');
    expect(errors.map(({ parameter }) => parameter)).toEqual(['id', 'limit']);
  });

  it('returns 304 while the page is unchanged', async () => {
    const path = `/v1/call-list/${large.id}?limit=5&include=person`;
    const { etag = '' } = (await call(path)).headers;
    expect((await call(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const other = await call(`${path.replace('limit=5', 'limit=6')}`, { headers: { 'If-None-Match': etag } });
    expect(other.status).toBe(200);
  });
});
