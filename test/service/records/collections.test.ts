import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { stored } from '../../support/engine/stored.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { call, nextPath, service } from '../../support/service/service.ts';

interface Resource {
  readonly id: string;
  readonly changedAt: string;
}

interface Page {
  readonly totalCount: number;
  readonly items: readonly Resource[];
  readonly nextCursor?: string;
}

const { people, companies, callLists } = service.first.data;
const entries = callLists.flatMap((list) => list.entries);

/** What the last page of a scan adds. */
const HAND_OVER = {
  eventCursor: expect.any(String),
  nextChangedSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
};

const get = async (path: string) => {
  const response = await call(path);
  expect(response.status, response.text).toBe(200);
  return { response, page: response.json as Page };
};

/** Reads all pages of a collection, following `Link`. */
const walk = async (path: string) => {
  const pages: Page[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { response, page } = await get(next);
    pages.push(page);
    next = nextPath(response);
    expect(next === undefined).toBe(page.nextCursor === undefined);
  }
  return { pages, items: pages.flatMap(({ items }) => items) };
};

const byId = <T extends { readonly id: string }>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const orderOf = ({ changedAt, id }: Resource): string => `${changedAt} ${id}`;

const COLLECTIONS: readonly { readonly path: string; readonly records: readonly Resource[] }[] = [
  { path: ROUTES.listPeople.path, records: people },
  { path: ROUTES.listCompanies.path, records: companies },
  { path: ROUTES.listCallListEntries.path, records: entries },
];

describe.each(COLLECTIONS)('GET $path', ({ path, records }) => {
  it('returns every record once, whole, with the exact count', async () => {
    const { pages, items } = await walk(path);
    expect(byId(items)).toEqual(byId(records).map(stored));
    expect(pages.map(({ totalCount }) => totalCount)).toEqual(pages.map(() => records.length));
  });

  it.each([3, 7])('returns the same in pages of %i, sorted by `changedAt`', async (limit) => {
    const { items } = await walk(path);
    expect((await walk(`${path}?limit=${limit}`)).items).toEqual(items);
    expect(items.map(orderOf)).toEqual(items.map(orderOf).toSorted());
    expect((await walk(`${path}?limit=${limit}&sort=-changedAt`)).items).toEqual(items.toReversed());
  });

  it('includes records changed at the instant of changedSince, and counts them', async () => {
    const { items } = await walk(path);
    const middle = items[Math.floor(items.length / 2)]?.changedAt ?? '';
    const since = items.filter(({ changedAt }) => changedAt >= middle);
    for (const sort of ['changedAt', '-changedAt']) {
      const { pages, items: found } = await walk(`${path}?changedSince=${middle}&limit=4&sort=${sort}`);
      expect(found).toEqual(sort === 'changedAt' ? since : since.toReversed());
      for (const { totalCount } of pages) expect(totalCount).toBe(since.length);
    }
    const { page } = await get(`${path}?changedSince=9999-12-31T23:59:59.999Z`);
    expect(page).toEqual({ totalCount: 0, items: [], ...HAND_OVER });
  });

  it('rejects a cursor of another sort, filter or collection', async () => {
    const { nextCursor } = (await get(`${path}?limit=1`)).page;
    const others = [
      `${path}?sort=-changedAt&cursor=${nextCursor}`,
      `${path}?changedSince=2026-01-01T00:00:00Z&cursor=${nextCursor}`,
      ...COLLECTIONS.filter((other) => other.path !== path).map(
        (other) => `${other.path}?cursor=${nextCursor}`,
      ),
    ];
    for (const other of others) {
      const { errors } = expectProblem(await call(other), 400, 'invalid-request');
      expect(errors).toMatchObject([{ parameter: 'cursor' }]);
    }
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['sort=createdAt', 'sort'],
    ['changedSince=yesterday', 'changedSince'],
    ['changedAfter=2026-01-01T00:00:00Z', 'changedAfter'],
  ])('rejects ?%s and names the parameter', async (query, parameter) => {
    const { errors } = expectProblem(await call(`${path}?${query}`), 400, 'invalid-request');
    expect(errors).toMatchObject([{ parameter }]);
  });
});

describe('GET /v1/call-list-entry?callListId=', () => {
  it('returns the entries of that list only, with their exact count', async () => {
    for (const list of callLists.slice(0, 3)) {
      const { pages, items } = await walk(`/v1/call-list-entry?callListId=${list.id}&limit=9`);
      expect(new Set(items.map(({ id }) => id))).toEqual(new Set(list.entries.map(({ id }) => id)));
      for (const { totalCount } of pages) expect(totalCount).toBe(list.entries.length);
    }
  });

  it('returns no entries for a missing list, or one of another organization', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', service.second.data.callLists.at(-1)?.id]) {
      const { page } = await get(`/v1/call-list-entry?callListId=${id}`);
      expect(page).toEqual({ totalCount: 0, items: [], ...HAND_OVER });
    }
  });
});

describe('GET /v1/call-list sorted by `changedAt`', () => {
  it.each(['', '&isLocked=true', '&isLocked=false'])('returns every matching list once%s', async (filter) => {
    const matching = callLists.filter(({ isLocked }) => filter === '' || filter.endsWith(String(isLocked)));
    const { pages, items } = await walk(`/v1/call-list?sort=changedAt&limit=200${filter}`);
    expect(byId(items)).toEqual(
      byId(matching).map(({ id, name, createdAt, isLocked }) => ({ id, name, createdAt, isLocked })),
    );
    expect(pages[0]?.totalCount).toBe(matching.length);
    const latestFirst = await walk(`/v1/call-list?sort=-changedAt&limit=5${filter}`);
    expect(latestFirst.items).toEqual(items.toReversed());
  });

  it('sorts by `changedAt` with changedSince', async () => {
    const { page } = await get('/v1/call-list?changedSince=2020-01-01T00:00:00Z&limit=200');
    expect(page.items).toEqual((await get('/v1/call-list?sort=changedAt&limit=200')).page.items);
    expect(page.totalCount).toBe(callLists.length);
  });

  it.each([
    ['changedSince=2026-01-01T00:00:00Z&sort=createdAt', 'changedSince'],
    ['changedSince=2026-01-01T00:00:00Z&createdAfter=2026-01-01T00:00:00Z', 'createdAfter'],
    ['sort=changedAt&createdBefore=2026-01-01T00:00:00Z', 'createdBefore'],
  ])('rejects ?%s, which mixes two orders', async (query, parameter) => {
    const { errors } = expectProblem(await call(`/v1/call-list?${query}`), 400, 'invalid-request');
    expect(errors).toMatchObject([{ parameter }]);
  });
});
