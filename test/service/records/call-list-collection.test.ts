import { describe, expect, it } from 'vitest';
import { expectProblem } from '../../support/http/problem.ts';
import { at, call, nextPath, service } from '../../support/service/service.ts';

interface Collection {
  readonly totalCount: number;
  readonly items: readonly { id: string; name: string; createdAt: string; isLocked: boolean }[];
  readonly nextCursor?: string;
}

const ascending = service.first.data.callLists
  .map(({ id, name, createdAt, isLocked }) => ({ id, name, createdAt, isLocked }))
  .sort((a, b) => (`${a.createdAt}#${a.id}` < `${b.createdAt}#${b.id}` ? -1 : 1));
const descending = ascending.toReversed();

const list = async (query = ''): Promise<Collection> => {
  const { status, json, text } = await call(`/v1/call-list${query}`);
  expect(status, text).toBe(200);
  // Differs with each request.
  const {
    eventCursor: _,
    nextChangedSince: __,
    ...collection
  } = json as Collection & { readonly eventCursor?: string; readonly nextChangedSince?: string };
  return collection;
};

/** Reads all pages of a query and checks the count and `Link` of each. */
const walk = async (query: string, expectedTotal: number): Promise<Collection['items']> => {
  const items: Collection['items'][number][] = [];
  let path: string | undefined = `/v1/call-list?${query}`;
  while (path !== undefined) {
    const response = await call(path);
    expect(response.status, response.text).toBe(200);
    const page = response.json as Collection;
    expect(page.totalCount).toBe(expectedTotal);
    items.push(...page.items);
    expect(items.length).toBeLessThanOrEqual(expectedTotal);
    path = nextPath(response);
    const cursor = path === undefined ? null : new URL(service.baseUrl + path).searchParams.get('cursor');
    expect(page.nextCursor ?? null).toBe(cursor);
  }
  return items;
};

describe('GET /v1/call-list', () => {
  it('returns exactly the documented fields, newest first', async () => {
    expect(await list()).toEqual({ totalCount: 23, items: descending });
  });

  it('returns the total count on every page', async () => {
    const page = await list('?limit=2');
    expect(page.totalCount).toBe(23);
    expect(page.items).toEqual(descending.slice(0, 2));
    expect(page.nextCursor).toMatch(/./);
  });

  it.each([1, 7, 22, 23, 200])('returns every call list once with limit=%i', async (limit) => {
    expect(await walk(`limit=${limit}`, 23)).toEqual(descending);
    expect(await walk(`limit=${limit}&sort=createdAt`, 23)).toEqual(ascending);
  });

  it('has no cursor on the last page, even if it is full', async () => {
    expect(await list('?limit=23')).not.toHaveProperty('nextCursor');
  });

  it.each([true, false])('filters by isLocked=%s', async (isLocked) => {
    const matching = descending.filter((each) => each.isLocked === isLocked);
    expect(matching.length).toBeGreaterThan(3);
    expect(await list(`?isLocked=${isLocked}`)).toEqual({ totalCount: matching.length, items: matching });
    expect(await walk(`isLocked=${isLocked}&limit=3&sort=createdAt`, matching.length)).toEqual(
      matching.toReversed(),
    );
  });

  it('filters and counts by creation time, with both bounds exclusive', async () => {
    const [from, to] = [at(ascending, 4).createdAt, at(ascending, 16).createdAt];
    const matching = descending.filter(({ createdAt }) => createdAt > from && createdAt < to);
    expect(await walk(`createdAfter=${from}&createdBefore=${to}&limit=4`, matching.length)).toEqual(matching);
    const unlocked = matching.filter(({ isLocked }) => !isLocked);
    expect(
      await walk(`createdAfter=${from}&createdBefore=${to}&limit=4&isLocked=false`, unlocked.length),
    ).toEqual(unlocked);
    const after = descending.filter(({ createdAt }) => createdAt > to);
    expect(await list(`?createdAfter=${to}`)).toEqual({ totalCount: after.length, items: after });
    const before = descending.filter(({ createdAt }) => createdAt < from);
    expect(await list(`?createdBefore=${from}`)).toEqual({ totalCount: before.length, items: before });
  });

  it('excludes all call lists created at the same instant', async () => {
    const instant = at(service.first.data.callLists, 10).createdAt;
    const same = ascending.filter(({ createdAt }) => createdAt === instant);
    expect(same).toHaveLength(3);
    for (const bound of ['createdAfter', 'createdBefore']) {
      const { items } = await list(`?${bound}=${instant}`);
      expect(items.filter(({ createdAt }) => createdAt === instant)).toEqual([]);
    }
  });

  it('returns all ties of a checkpoint one millisecond earlier', async () => {
    const instant = at(service.first.data.callLists, 10).createdAt;
    const earlier = new Date(Date.parse(instant) - 1).toISOString();
    const from = ascending.filter(({ createdAt }) => createdAt >= instant);
    expect((await list(`?createdAfter=${earlier}&sort=createdAt`)).items).toEqual(from);
  });

  it('truncates fractions beyond milliseconds', async () => {
    const instant = at(ascending, 4).createdAt;
    for (const bound of ['createdAfter', 'createdBefore']) {
      expect(await list(`?${bound}=${instant.replace('Z', '999999Z')}`)).toEqual(
        await list(`?${bound}=${instant}`),
      );
    }
  });

  it('accepts UTC offsets', async () => {
    const instant = at(ascending, 4).createdAt;
    const local = `${new Date(Date.parse(instant) + 3_600_000).toISOString().slice(0, -1)}+01:00`;
    expect(await list(`?createdAfter=${encodeURIComponent(local)}`)).toEqual(
      await list(`?createdAfter=${instant}`),
    );
  });

  it('returns no items for an empty range', async () => {
    const instant = at(ascending, 4).createdAt;
    expect(await list(`?createdAfter=${instant}&createdBefore=${instant}`)).toEqual({
      totalCount: 0,
      items: [],
    });
    expect(await list('?createdAfter=2030-01-01T00:00:00Z&createdBefore=2020-01-01T00:00:00Z')).toEqual({
      totalCount: 0,
      items: [],
    });
    expect(await list('?createdAfter=2030-01-01T00:00:00Z')).toEqual({ totalCount: 0, items: [] });
  });

  it('accepts a cursor with another limit, but not with other filters or sort order', async () => {
    const { nextCursor } = await list('?limit=3&isLocked=false');
    const rest = descending.filter(({ isLocked }) => !isLocked).slice(3);
    expect((await list(`?limit=200&isLocked=false&cursor=${nextCursor}`)).items).toEqual(rest);
    for (const query of [
      '',
      '&isLocked=true',
      '&isLocked=false&sort=createdAt',
      '&isLocked=false&createdAfter=2020-01-01T00:00:00Z',
    ]) {
      const response = await call(`/v1/call-list?cursor=${nextCursor}${query}`);
      expect(expectProblem(response, 400, 'invalid-request').errors).toMatchObject([{ parameter: 'cursor' }]);
    }
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['limit=', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['cursor=', 'cursor'],
    ['isLocked=yes', 'isLocked'],
    ['createdAfter=yesterday', 'createdAfter'],
    ['createdBefore=2026-02-30T00:00:00Z', 'createdBefore'],
    ['sort=name', 'sort'],
    ['offset=10', 'offset'],
    ['Limit=10', 'Limit'],
  ])('rejects ?%s and names the parameter', async (query, parameter) => {
    const { errors, detail } = expectProblem(await call(`/v1/call-list?${query}`), 400, 'invalid-request');
    expect(errors).toMatchObject([{ parameter }]);
    expect(detail).toContain(parameter);
  });

  it('lists the allowed parameters for an unknown one', async () => {
    const { errors } = expectProblem(await call('/v1/call-list?page=2'), 400, 'invalid-request');
    for (const name of ['limit', 'cursor', 'isLocked', 'createdAfter', 'createdBefore', 'sort']) {
      expect(at(errors, 0).detail).toContain(name);
    }
  });
});
