import { expect, it } from 'vitest';
import { CALL_LIST_ENTRY_STATUSES } from '../../../shared/kinds/call-list-entry-status.ts';
import { stored } from '../../support/engine/stored.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, bodyOf, describeAdmin, newOrganizationWithAdmin } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at, service } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';

interface Listed {
  readonly id: string;
  readonly name?: string;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly isLocked?: boolean;
  readonly entryCount?: number;
}

interface Page {
  readonly totalCount: number;
  readonly items: readonly Listed[];
  readonly nextCursor?: string;
}

const { admin: adminUser, organizationId } = await newOrganizationWithAdmin();
const { people, companies, callLists } = sampleData('Browse');
if (service.admin !== undefined) {
  await importRecords(organizationId, { people, companies, 'call-lists': callLists }, ['--silent']);
  const sourced = { id: 'list-1', name: 'Sourced' };
  await importRecords(organizationId, { 'call-lists': [sourced] }, ['--source', 'crm', '--silent']);
}

const get = (path: string) => admin(path, { as: adminUser });
const list = async (path: string): Promise<Page> => bodyOf<Page>(await get(path));

/** All items, two pages at least. */
const readAll = async (path: string, limit: number): Promise<readonly Listed[]> => {
  const items: Listed[] = [];
  let cursor = '';
  do {
    const page = await list(`${path}limit=${limit}${cursor}`);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  expect(items.length).toBeGreaterThan(limit);
  return items;
};

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

const inOrder = (items: readonly Listed[], attribute: 'createdAt' | 'changedAt', isDescending: boolean) => {
  const keys = items.map((item) => `${item[attribute]}#${item.id}`);
  expect(keys).toEqual(isDescending ? keys.toSorted().reverse() : keys.toSorted());
};

const [person] = people;
const [company] = companies;
if (!person || !company) throw new Error('There are too few sample records.');

describeAdmin.each([
  { path: '/people', records: people },
  { path: '/companies', records: companies },
])('GET $path', ({ path, records }) => {
  it('pages through all records once, most recently changed first', async () => {
    const items = await eventually(async () => {
      const all = await readAll(`${path}?`, 3);
      return all.length === records.length ? all : undefined;
    });
    inOrder(items, 'changedAt', true);
    expect(items.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      records.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(stored),
    );
    expect((await list(path)).totalCount).toBe(records.length);
  });

  it("omits the feed's cursor", async () => {
    expect(Object.keys(await list(`${path}?limit=100`)).toSorted()).toEqual(['items', 'totalCount']);
  });

  it('rejects a cursor of a lookup, and lookups with other parameters', async () => {
    const { nextCursor } = await list(`${path}?limit=1`);
    for (const query of [
      `externalId=sample:p0&cursor=${nextCursor}`,
      'sort=name',
      `phone=%2B12025550143&externalId=sample:p0`,
      'limit=101',
      'changedSince=2026-01-01T00:00:00Z',
    ]) {
      expectProblem(await get(`${path}?${query}`), 400, 'invalid-request');
    }
  });

  it('reverses the order with sort=changedAt', async () => {
    const idsOf = async (query: string) =>
      (await list(`${path}?limit=100${query}`)).items.map(({ id }) => id);
    expect(await idsOf('&sort=changedAt')).toEqual((await idsOf('')).toReversed());
  });
});

describeAdmin.each([
  ['/people?email=PERSON-0%40company.example', [person]],
  ['/people?phone=%2B12025550143', people],
  [`/people?companyId=${company.id}`, people.filter(({ companyId }) => companyId === company.id)],
  ['/people?externalId=sample:p0', [person]],
  [`/people?id=${person.id}`, [person]],
  ['/companies?domain=Company-0.Example', [company]],
  ['/companies?phone=%2B12025550100', companies],
  ['/companies?externalId=sample:c0', [company]],
] as const)('GET %s', (path, records) => {
  it('finds every match', async () => {
    const page = await eventually(async () => {
      const found = await list(`${path}&limit=100`);
      return found.totalCount === records.length ? found : undefined;
    });
    expect(idsOf(page.items).toSorted()).toEqual(idsOf(records).toSorted());
  });

  it('finds none of the matches in another organization', async () => {
    const found = bodyOf<Page>(await admin(`${path}&limit=100`));
    const own = new Set(idsOf(records));
    expect(found.items.filter(({ id }) => own.has(id))).toEqual([]);
  });
});

describeAdmin('GET /call-lists', () => {
  const byId = new Map(callLists.map((callList) => [callList.id, callList]));

  it.each([
    ['', 'createdAt', true],
    ['sort=createdAt&', 'createdAt', false],
    ['sort=-changedAt&', 'changedAt', true],
  ] as const)(
    'pages through all lists in order of "%s", with their entry counts',
    async (query, attribute, isDescending) => {
      const items = await eventually(async () => {
        const all = await readAll(`/call-lists?${query}`, 2);
        return all.length === callLists.length + 1 ? all : undefined;
      });
      inOrder(items, attribute, isDescending);
      for (const item of items.filter(({ id }) => byId.has(id))) {
        const { name, isLocked, entries } = at(
          [byId.get(item.id)].filter((each) => each !== undefined),
          0,
        );
        expect(item).toMatchObject({ name, isLocked, entryCount: entries.length });
      }
    },
  );

  it.each(['true', 'false'])(
    'filters by isLocked=%s in both orders, with an exact count',
    async (isLocked) => {
      const expected = callLists.filter((each) => String(each.isLocked) === isLocked);
      const count = expected.length + (isLocked === 'false' ? 1 : 0);
      for (const sort of ['createdAt', '-changedAt']) {
        const { totalCount, items } = await list(`/call-lists?isLocked=${isLocked}&sort=${sort}&limit=100`);
        expect([totalCount, items.length]).toEqual([count, count]);
        expect(items.every((each) => String(each.isLocked) === isLocked)).toBe(true);
      }
    },
  );

  it('counts the entries of all lists on request', async () => {
    const entryTotal = callLists.reduce((sum, { entries }) => sum + entries.length, 0);
    expect(await list('/call-lists?limit=1&include=entryTotal')).toMatchObject({ entryTotal });
    expect(await list('/call-lists?limit=1')).toMatchObject({ entryTotal: null });
  });

  it('finds an imported list by its external id, and no other', async () => {
    const { totalCount, items } = await list('/call-lists?externalId=crm:list-1');
    expect([totalCount, items.map(({ name }) => name)]).toEqual([1, ['Sourced']]);
    const none = { totalCount: 0, items: [], entryTotal: null };
    expect(await list('/call-lists?externalId=crm:list-2')).toEqual(none);
    expect(bodyOf(await admin('/call-lists?externalId=crm:list-1'))).toEqual(none);
  });

  it('rejects a cursor of another order or filter', async () => {
    const { nextCursor } = await list('/call-lists?limit=1');
    for (const query of ['sort=createdAt', 'sort=-changedAt', 'isLocked=true']) {
      const response = await get(`/call-lists?limit=1&${query}&cursor=${nextCursor}`);
      expect(expectProblem(response, 400, 'invalid-request').errors[0]?.parameter).toBe('cursor');
    }
  });
});

describeAdmin('GET /call-lists/{id} with `status`', () => {
  const [callList = at(callLists, 0)] = callLists.toSorted(
    (one, other) => other.entries.length - one.entries.length,
  );
  const path = `/call-lists/${callList.id}`;

  interface Filtered {
    readonly entryCount: number;
    readonly matchCount?: number;
    readonly entries: readonly { readonly id: string; readonly status: string }[];
    readonly nextCursor?: string;
  }
  const read = async (query: string): Promise<Filtered> => bodyOf<Filtered>(await get(`${path}?${query}`));

  it('shows the entries with one or several statuses, with exact counts, page by page', async () => {
    const expected = callList.entries.filter(({ status }) => status === 'callback').map(({ id }) => id);
    const first = await eventually(async () => {
      const found = await read('status=callback,completed&limit=1');
      return found.matchCount === expected.length ? found : undefined;
    });
    expect(first.entryCount).toBe(callList.entries.length);
    const rest = await read(`status=completed,callback&limit=50&cursor=${first.nextCursor}`);
    expect([...first.entries, ...rest.entries].map(({ id }) => id)).toEqual(expected);
    expect((await read('limit=1')).matchCount).toBeUndefined();
    expect((await read('status=exhausted')).entries).toEqual([]);
  });

  it('hides another organization’s list, and rejects unknown statuses and cursors of other statuses', async () => {
    expectProblem(await admin(`${path}?status=callback`), 404, 'not-found');
    const { nextCursor } = await read('status=callback&limit=1');
    for (const query of ['status=called', `status=pending&cursor=${nextCursor}`, `cursor=${nextCursor}`]) {
      expectProblem(await get(`${path}?${query}`), 400, 'invalid-request');
    }
  });
});

interface Counts {
  readonly items: readonly { readonly value: string; readonly count: number }[];
}

describeAdmin('GET /counts', () => {
  const counted = (values: readonly string[]) =>
    [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({ value, count: all.length }));

  it('counts people by owner, and the entries of a call list by status', async () => {
    const owners = people.flatMap(({ ownerId }) => ownerId ?? []);
    await expect
      .poll(async () => bodyOf<Counts>(await get('/counts?resource=person&by=ownerId')).items)
      .toEqual(counted(owners));
    const callList = at<(typeof callLists)[number]>(callLists, 0);
    const statuses = counted(callList.entries.map(({ status }) => status));
    const path = `/call-lists/${callList.id}?limit=1`;
    await expect
      .poll(async () => {
        const { statusCounts } = bodyOf<{ statusCounts: Counts['items'] }>(
          await get(`${path}&include=statusCounts`),
        );
        return new Map(statusCounts.map(({ value, count }) => [value, count]));
      })
      .toEqual(
        new Map(
          CALL_LIST_ENTRY_STATUSES.map((status) => [
            status,
            statuses.find(({ value }) => value === status)?.count ?? 0,
          ]),
        ),
      );
    expect(bodyOf<object>(await get(path))).not.toHaveProperty('statusCounts');
  });

  it('rejects what is not counted', async () => {
    expectProblem(await get('/counts?resource=company&by=status'), 400, 'invalid-request');
    expectProblem(await get('/counts?resource=person'), 400, 'invalid-request');
  });
});
