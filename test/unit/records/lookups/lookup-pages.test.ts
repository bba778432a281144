import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createListPeople } from '../../../../functions/records/list-people/handler.ts';
import { operationsOf } from '../../../../functions/records/of-kinds.ts';
import { recordFunction } from '../../../../functions/records/record-function.ts';
import type { Person } from '../../../../shared/kinds/person.ts';
import { ROUTES } from '../../../../shared/operations/data-api/routes.ts';
import { personToItem } from '../../../../shared/records/store/record-items.ts';
import { batchesOf } from '../../../../shared/table/batches.ts';
import { createIdMaker } from '../../../../shared/table/items/import-ids.ts';
import { personKey } from '../../../../shared/table/items/keys.ts';
import { DELETED_ATTRIBUTE } from '../../../../shared/table/items/schema.ts';
import { startTestEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { stored } from '../../../support/engine/stored.ts';
import { lambdaContext, proxyEvent } from '../../../support/http/proxy-event.ts';
import { createOrganization, type TestOrganization } from '../../../support/organizations/organization.ts';
import { indexLookups } from '../../../support/records/index-lookups.ts';
import { sampleData } from '../../../support/records/sample-data.ts';

const { people, companies, callLists } = sampleData('Lookups');
const [person] = people;
if (!person) throw new Error('There are too few sample records.');
const email = (address: string) => ({ address, type: null });
const PHONE = '+12025550143';

let engine: TestEngine;
let organization: TestOrganization;
beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  for (const method of ['info', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await engine.stop();
});
beforeEach(() => {
  organization = createOrganization(engine);
});

const store = async (records: readonly Person[]): Promise<void> => {
  await organization.importRecords({ companies, people: records });
};

const find = async (
  query: Readonly<Record<string, string>>,
  resource: string = ROUTES.listPeople.path,
  reader = engine.table.reader,
) => {
  const lookups = { reader };
  const handler =
    resource === ROUTES.listPeople.path
      ? recordFunction(ROUTES.listPeople, createListPeople(lookups))
      : recordFunction(ROUTES.listCompanies, operationsOf('company').list(lookups));
  const event = proxyEvent({ organizationId: organization.id, resource, query });
  const { statusCode, body } = await handler(event, lambdaContext());
  return { statusCode, ...JSON.parse(body) };
};
const idsOf = ({ items }: { readonly items: readonly { readonly id: string }[] }) =>
  items.map(({ id }) => id);
const sorted = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id).toSorted();

describe('a lookup by value', () => {
  it('returns all matches as whole records, sorted by id, with an exact count on every page', async () => {
    await store(people);
    await indexLookups(engine);
    const all = await find({ phone: PHONE });
    expect(all.totalCount).toBe(people.length);
    expect(all.items).toEqual(people.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(stored));

    const pages = [await find({ phone: PHONE, limit: '3' })];
    for (let cursor = pages[0].nextCursor; cursor !== undefined; cursor = pages.at(-1).nextCursor) {
      pages.push(await find({ phone: PHONE, limit: '3', cursor }));
    }
    expect(pages.flatMap(idsOf)).toEqual(sorted(people));
    expect(pages.map(({ totalCount }) => totalCount)).toEqual(pages.map(() => people.length));
    const { nextCursor } = await find({ phone: PHONE, limit: '10' });
    const lastFull = await find({ phone: PHONE, limit: '10', cursor: nextCursor });
    expect(idsOf(lastFull)).toEqual(sorted(people).slice(10));
    expect(lastFull.nextCursor).toBeUndefined();
    const other = await find({ email: 'a@b.example', limit: '3', cursor: pages[0].nextCursor });
    expect(other).toMatchObject({ statusCode: 400, errors: [{ parameter: 'cursor' }] });
  });

  it('finds companies', async () => {
    await store([]);
    await indexLookups(engine);
    const path = ROUTES.listCompanies.path;
    expect(idsOf(await find({ domain: 'COMPANY-2.Example' }, path))).toEqual([companies[2]?.id]);
    expect(idsOf(await find({ externalId: 'sample:c2' }, path))).toEqual([companies[2]?.id]);
    expect(idsOf(await find({ phone: '+12025550100' }, path))).toEqual(sorted(companies));
    expect(await find({ domain: 'nowhere.example' }, path)).toEqual({
      statusCode: 200,
      totalCount: 0,
      items: [],
      notFound: ['nowhere.example'],
    });
  });

  it('finds a stored value by every spelling', async () => {
    const domain = 'xn--mnchen-3ya.example';
    const [first, ...rest] = companies;
    if (first === undefined) throw new Error('There are too few sample records.');
    await organization.importRecords({
      companies: [{ ...first, domain, externalIds: [{ source: 'crm', id: '0015000000AbCdEAAV' }] }, ...rest],
      people: [{ ...person, emails: [email('Nora@M\u00fcnchen.example')] }],
    });
    await indexLookups(engine);
    const path = ROUTES.listCompanies.path;
    for (const spelling of ['https://www.M\u00dcNCHEN.example/about', domain, ' mu\u0308nchen.example.']) {
      expect(idsOf(await find({ domain: spelling }, path))).toEqual([first.id]);
    }
    expect(idsOf(await find({ externalId: 'crm:0015000000AbCdE' }, path))).toEqual([first.id]);
    expect(idsOf(await find({ id: ` ${first.id.toUpperCase()}` }, path))).toEqual([first.id]);
    for (const spelling of [
      `nora@${domain}`,
      'mailto:nora@mu\u0308nchen.example',
      '\u200bNORA@M\u00dcNCHEN.example ',
    ]) {
      expect(idsOf(await find({ email: spelling }))).toEqual([person.id]);
    }
    expect(idsOf(await find({ phone: '+1 (202) 555-0143' }))).toEqual([person.id]);
    expect(await find({ domain: 'acme' }, path)).toMatchObject({
      statusCode: 400,
      errors: [{ parameter: 'domain', detail: 'must be a host name such as nowhere.example, not "acme"' }],
    });
  });

  it('never returns a record that no longer has the value, however late the lookups are', async () => {
    await store([{ ...person, emails: [email('Old@x.example')] }]);
    await indexLookups(engine);
    expect(idsOf(await find({ email: 'oLD@x.example' }))).toEqual([person.id]);
    await store([{ ...person, emails: [email('new@x.example')] }]);
    expect(await find({ email: 'old@x.example' })).toMatchObject({ totalCount: 0, items: [] });
    await indexLookups(engine);
    expect(idsOf(await find({ email: 'new@x.example' }))).toEqual([person.id]);
    const tombstone = { ...personKey(organization.id, person.id), id: person.id, version: 3 };
    await organization.write({ put: { Item: { ...tombstone, [DELETED_ATTRIBUTE]: person.createdAt } } });
    for (const query of [{ email: 'new@x.example' }, { id: person.id }]) {
      expect(await find(query)).toMatchObject({ totalCount: 0, items: [] });
    }
    await indexLookups(engine);
    const left = await engine.itemsOf(`LOOKUP#${organization.id}#PERSON`);
    expect(left.filter(({ ttl }) => ttl === undefined)).toEqual([]);
  });

  it('finds a record by the external id of an import without a lookup, and others with that id', async () => {
    const imported = createIdMaker(organization.id)('person', 'crm', 'P1');
    const externalIds = [{ source: 'crm', id: 'P1' }];
    const others = people.slice(0, 4).map((each) => ({ ...each, externalIds }));
    await store([{ ...person, id: imported, externalIds }, ...others]);
    expect(idsOf(await find({ externalId: 'crm:P1' }))).toEqual([imported]);
    const reader = engine.table.reader;
    const getMany = vi.spyOn(reader, 'getMany');
    expect(idsOf(await find({ externalId: 'crm:P1' }, ROUTES.listPeople.path, reader))).toEqual([imported]);
    // The record that is found by its id is not read again.
    expect(getMany.mock.calls.filter(([keys]) => keys.length > 0)).toHaveLength(1);
    await indexLookups(engine);
    const expected = sorted([{ id: imported }, ...others]);
    expect(await find({ externalId: 'crm:P1' })).toMatchObject({ totalCount: 5 });
    // A page of 4 ends with the last lookup, or before it.
    for (const limit of [2, 4]) {
      const query = { externalId: 'crm:P1', limit: String(limit) };
      const pages = [await find(query)];
      for (let cursor = pages[0].nextCursor; cursor !== undefined; cursor = pages.at(-1).nextCursor) {
        pages.push(await find({ ...query, cursor }));
      }
      expect(pages.map(idsOf)).toEqual(batchesOf(expected, limit));
      for (const { totalCount } of pages) expect(totalCount).toBe(5);
    }
    expect(await find({ externalId: 'crm:p1' })).toMatchObject({ totalCount: 0 });
  });
});

describe('the people of a call list', () => {
  it('are on one page each, wherever the pages end between their entries', async () => {
    const called = people.slice(0, 5);
    const [list] = callLists;
    const entries = Array.from({ length: 9 }, (_, index) => ({
      ...list?.entries[0],
      id: randomUUID(),
      position: index + 1,
      personId: called[index % called.length]?.id,
    }));
    await organization.importRecords({ companies, people: called, callLists: [{ ...list, entries }] });
    await indexLookups(engine);
    for (let limit = 1; limit <= entries.length; limit += 1) {
      const query = { callListId: list?.id ?? '', limit: String(limit) };
      const found: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined && found.length <= called.length; ) {
        const page = await find({ ...query, ...(cursor && { cursor }) });
        expect(page.totalCount).toBe(called.length);
        found.push(...idsOf(page));
        cursor = page.nextCursor;
      }
      expect(found, `limit ${limit}`).toEqual(sorted(called));
    }
  });
});

describe('a lookup by id', () => {
  it('keeps the order of requested ids, omits unknown ones, and pages', async () => {
    await store(people);
    const wanted = people.toReversed().map(({ id }) => id);
    const id = [companies[0]?.id, ...wanted].join();
    const all = await find({ id });
    expect(idsOf(all)).toEqual(wanted);
    expect(all.totalCount).toBe(people.length);
    const first = await find({ id, limit: '15' });
    expect(idsOf(first)).toEqual(wanted.slice(0, 15));
    const second = await find({ id, limit: '15', cursor: first.nextCursor });
    expect(idsOf(second)).toEqual(wanted.slice(15));
    expect([first.totalCount, second.totalCount, second.nextCursor]).toEqual([20, 20, undefined]);
    const { nextCursor: cursor } = await find({ id, limit: '10' });
    const lastFull = await find({ id, limit: '10', cursor });
    expect(idsOf(lastFull)).toEqual(wanted.slice(10));
    expect(lastFull.nextCursor).toBeUndefined();
  });

  it.each([
    ['a response', {}],
    ['the selected fields', { fields: 'id,customFields' }],
  ])('continues on the next page where %s would be too large', async (_, selected) => {
    const field = '"'.repeat(10_000);
    const customFields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, field]));
    const large = people.map((each) => ({ ...each, customFields }));
    const items = large.map((each) => ({ ...personToItem(organization.id, each), version: 1 }));
    const stored = engine.table.reader;
    const reader = { ...stored, getMany: async () => items };
    const found: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const query = { id: sorted(large).join(), ...selected, ...(cursor && { cursor }) };
      const page = await find(query, undefined, reader);
      found.push(...idsOf(page));
      if ('fields' in selected) expect(Object.keys(page.items[0])).toEqual(['id', 'customFields']);
      expect(page.totalCount).toBe(large.length);
      cursor = page.nextCursor;
      pages++;
    } while (cursor !== undefined);
    expect(pages).toBeGreaterThan(1);
    expect(found).toEqual(sorted(large));
  });
});
