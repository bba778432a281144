import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLookupIndexer } from '../../../../functions/records/index-lookups/handler.ts';
import { createListPeople } from '../../../../functions/records/list-people/handler.ts';
import { recordFunction } from '../../../../functions/records/record-function.ts';
import { timestampOf } from '../../../../shared/domain/timestamp.ts';
import type { Person } from '../../../../shared/kinds/person.ts';
import { ROUTES } from '../../../../shared/operations/data-api/routes.ts';
import { createCounterStore } from '../../../../shared/records/lookups/counter-store.ts';
import { createLookupStore } from '../../../../shared/records/lookups/lookup-store.ts';
import { lookupOf } from '../../../../shared/records/lookups/record-lookup.ts';
import { personFromItem, personToItem } from '../../../../shared/records/store/record-items.ts';
import { batchesOf } from '../../../../shared/table/batches.ts';
import { createIdMaker } from '../../../../shared/table/items/import-ids.ts';
import { personKey } from '../../../../shared/table/items/keys.ts';
import { CHANGED_ATTRIBUTE } from '../../../../shared/table/items/schema.ts';
import { createDocumentClientWrites } from '../../../../shared/table/sdk/document-client-writer.ts';
import { startTestEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { createLaggingTable } from '../../../support/engine/lagging-table/lagging-table.ts';
import { lambdaContext, proxyEvent } from '../../../support/http/proxy-event.ts';
import { createOrganization, type TestOrganization } from '../../../support/organizations/organization.ts';
import { indexLookups } from '../../../support/records/index-lookups.ts';
import { sampleData } from '../../../support/records/sample-data.ts';

const {
  people: [sample],
} = sampleData('Many');
if (!sample) throw new Error('There are too few sample records.');

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

const address = (name: string): string => `${name}@nowhere.example`;
/** An hour ago and more: later numbers changed later. */
const changed = (minute: number): string =>
  timestampOf(new Date(Date.now() - 3_600_000 * 24 + minute * 60_000));

const personWith = (names: readonly string[], state: Partial<Person> = {}): Person => ({
  ...sample,
  id: randomUUID(),
  companyId: null,
  emails: names.map((name) => ({ address: address(name), type: null })),
  ...state,
});

/** Stores people who changed in this order, and indexes them. */
const store = async (people: readonly Person[]): Promise<void> => {
  for (const batch of batchesOf([...people.entries()], 50)) {
    await organization.write(
      ...batch.map(([minute, person]) => ({
        put: {
          Item: {
            ...personToItem(organization.id, person),
            [CHANGED_ATTRIBUTE]: changed(minute),
            version: 1,
          },
        },
      })),
    );
  }
  await indexLookups(engine);
};

type Query = Readonly<Record<string, string | readonly string[]>>;

const find = async (query: Query, reader = engine.table.reader) => {
  const handler = recordFunction(ROUTES.listPeople, createListPeople({ reader }));
  const resource = ROUTES.listPeople.path;
  const { statusCode, body } = await handler(
    proxyEvent({ organizationId: organization.id, resource, query }),
    lambdaContext(),
  );
  return { statusCode, ...JSON.parse(body) };
};
type Page = Awaited<ReturnType<typeof find>>;

const pagesOf = async (query: Query, between: (page: Page) => Promise<void> = async () => undefined) => {
  const pages = [await find(query)];
  for (let last = pages[0]; last.nextCursor !== undefined; last = pages.at(-1)) {
    if (pages.length > 500) throw new Error('The pages do not end.');
    await between(last);
    pages.push(await find({ ...query, cursor: last.nextCursor }));
  }
  return pages;
};
const idsOf = ({ items }: Page): readonly string[] => items.map(({ id }: Person) => id);
const notFoundOf = ({ notFound }: Page): readonly string[] => notFound;

describe('a lookup of many values', () => {
  it('returns each record once, by the order of the values, then of changes', async () => {
    const later = personWith(['shared', 'zoe']);
    const both = personWith(['Ada', 'bob']);
    const early = personWith(['shared']);
    await store([early, both, later]);
    const query = {
      email: ['bob', 'nobody', 'shared', 'ADA', 'ada', 'zoe', 'none'].map(address),
    };
    expect(await find(query)).toMatchObject({
      totalCount: 3,
      items: [both, early, later].map(({ id }) => ({ id })),
      notFound: [address('nobody'), address('none')],
    });
  });

  it('gives the missing values of each page, and each once, wherever pages end', async () => {
    const people = [personWith(['b1']), personWith(['a']), personWith(['b1', 'c']), personWith(['b1'])];
    await store(people);
    const names = ['x1', 'a', 'x2', 'b1', 'x3', 'x4', 'c', 'x5'];
    const [b1, a, b2, b3] = people.map(({ id }) => id);
    for (let limit = 1; limit <= 5; limit += 1) {
      const pages = await pagesOf({ email: names.map(address), limit: String(limit) });
      expect(pages.map(idsOf)).toEqual(batchesOf([a, b1, b2, b3], limit));
      expect(pages.flatMap(notFoundOf)).toEqual(['x1', 'x2', 'x3', 'x4', 'x5'].map(address));
      expect(pages.map(({ totalCount }) => totalCount)).toEqual(pages.map(() => 4));
      // What no record has before the first record that a page lacks is on that page.
      expect(notFoundOf(pages[0])).toEqual(
        (limit < 4 ? ['x1', 'x2'] : ['x1', 'x2', 'x3', 'x4', 'x5']).slice(0, limit < 4 ? 2 : 5).map(address),
      );
    }
  });

  it('finds the values of every parameter, and names unknown ones as sent', async () => {
    const id = createIdMaker(organization.id)('person', 'crm', 'P1');
    const imported = personWith(['a'], { id, externalIds: [{ source: 'crm', id: 'P1' }] });
    const other = personWith(['b'], {
      externalIds: [{ source: 'crm', id: 'P2' }],
      phones: sample.phones.map((phone) => ({ ...phone, number: '+12025550177' })),
    });
    await store([imported, other]);
    const missing = randomUUID().toUpperCase();
    const cases: readonly (readonly [Query, readonly Person[], readonly string[]])[] = [
      [{ externalId: ['crm:P2', 'crm:="P3"', 'crm:P1'] }, [other, imported], ['crm:="P3"']],
      [{ phone: [' 12025550188', '+1 (202) 555-0177'] }, [other], ['+12025550188']],
      [{ id: [`${other.id},${missing}`, imported.id, other.id] }, [other, imported], [missing]],
    ];
    for (const [query, people, notFound] of cases) {
      const page = await find(query);
      expect(page).toMatchObject({ totalCount: people.length, notFound });
      expect(idsOf(page)).toEqual(people.map((person) => person.id));
    }
  });

  it('costs one query a value, and reads no record twice', async () => {
    const people = Array.from({ length: 60 }, (_, index) => personWith([`p${index}`]));
    await store(people);
    const reader = engine.table.reader;
    const queryPage = vi.spyOn(reader, 'queryPage');
    const getMany = vi.spyOn(reader, 'getMany');
    const page = await find({ email: people.map((_, index) => address(`p${index}`)) }, reader);
    expect(idsOf(page)).toEqual(people.map(({ id }) => id));
    expect(queryPage).toHaveBeenCalledTimes(60);
    expect(getMany.mock.calls.flatMap(([keys]) => keys)).toHaveLength(60);
  });

  it('misses no record that changes between pages', async () => {
    const people = ['a', 'b', 'c', 'd'].map((name) => personWith([name]));
    await store(people);
    const [, b, , d] = people;
    if (!b || !d) throw new Error('There are too few people.');
    let isChanged = false;
    const query = { email: ['a', 'b', 'c', 'd'].map(address), limit: '2' };
    const pages = await pagesOf(query, async () => {
      if (isChanged) return;
      isChanged = true;
      // It gets an address whose people an earlier page has.
      const item = personToItem(organization.id, {
        ...d,
        emails: [...d.emails, { address: address('a'), type: null }],
      });
      const changedItem = { ...item, [CHANGED_ATTRIBUTE]: timestampOf(new Date()), version: 2 };
      await organization.write({ put: { Item: changedItem } });
    });
    expect(pages.flatMap(idsOf)).toEqual(people.map(({ id }) => id));
  });

  it('returns no record that no longer has the value', async () => {
    const person = personWith(['old']);
    await store([person]);
    const item = personToItem(organization.id, { ...person, emails: [] });
    await organization.write({ put: { Item: { ...item, version: 2 } } });
    const query = { email: ['old', 'older'].map(address) };
    expect(await find(query)).toMatchObject({ totalCount: 0, items: [], notFound: query.email });
    await organization.deleteItem(personKey(organization.id, person.id));
  });
});

it('finds all records with a value that too many have to sort them by change', async () => {
  const table = createLaggingTable();
  const TableName = table.tableName;
  const index = createLookupIndexer({
    reader: table.reader,
    store: createLookupStore(createDocumentClientWrites(table.client), TableName),
    counters: createCounterStore(createDocumentClientWrites(table.client), TableName),
  });
  const many = Array.from({ length: 520 }, () => personWith(['many']));
  const [first, last] = [personWith(['one', 'many']), personWith(['two', 'many'])];
  for (const person of [...many, first, last]) {
    const state = { [CHANGED_ATTRIBUTE]: changed(0), version: 1 };
    const Item = { ...personToItem(organization.id, person), ...state };
    await table.client.send(new PutCommand({ TableName, Item }));
  }
  await index({ Records: [...(await table.recordsOf('ORG#'))], shardId: '0' });

  const values = ['one', 'x', 'many', 'two', 'y'].map(address);
  const lookup = lookupOf('person', personFromItem)(table.reader, organization.id, {
    email: values.map((value) => ({ value, sent: value })),
  });
  const ids: string[] = [];
  const notFound: (readonly string[])[] = [];
  for (let page = await lookup.page({ limit: 200, after: undefined }); ; ) {
    ids.push(...page.items.map(({ resource }) => resource.id));
    notFound.push((page.notFound ?? []).map(({ value }) => value));
    if (!page.hasMore) break;
    page = await lookup.page({ limit: 200, after: page.end });
  }
  expect(ids).toEqual([first.id, ...[...many, last].map(({ id }) => id).toSorted()]);
  expect(notFound).toEqual([[address('x')], [], [address('y')]]);
  expect(await lookup.count(false)).toBe(522);
});
