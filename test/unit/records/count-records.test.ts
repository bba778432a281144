import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { createCountRecords } from '../../../functions/records/count-records/handler.ts';
import { COUNTED_FILTERS, countedFields } from '../../../shared/kinds/counts.ts';
import { KIND_NAMES } from '../../../shared/kinds/names.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { countedMarks } from '../../../shared/records/lookups/counters.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { createOrganization, type TestOrganization } from '../../support/organizations/organization.ts';
import { indexLookups } from '../../support/records/index-lookups.ts';
import { sampleData } from '../../support/records/sample-data.ts';

let engine: TestEngine;
let organization: TestOrganization;
const sample = sampleData('Counts');

const TAGS = ['Straße', 'VIP', 'a,b', 'x'.repeat(500)];

const ask = async (
  query: Readonly<Record<string, string | readonly string[]>>,
  { organizationId = organization.id, permissions = 'person:list,company:list,call-list:read' } = {},
) => {
  const { reader } = engine.table;
  const handler = dataFunction(ROUTES.countRecords, createCountRecords({ reader }));
  const event = {
    ...proxyEvent({ organizationId, permissions, resource: ROUTES.countRecords.path }),
    multiValueQueryStringParameters: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, [value].flat()]),
    ),
  };
  const { statusCode, body } = await handler(event, lambdaContext());
  return { statusCode, ...JSON.parse(body) };
};

beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  for (const method of ['info', 'error'] as const) vi.spyOn(console, method).mockReturnValue(undefined);
  organization = createOrganization(engine);
  const people = sample.people.map((person, index) => ({
    ...person,
    tags: TAGS.slice(0, index % (TAGS.length + 1)),
    ownerId: `Owner-${index}`,
  }));
  await organization.importRecords({ ...sample, people });
  await indexLookups(engine);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await engine.stop();
});

describe('GET /v1/count', () => {
  it('answers 503 until the counts are complete', async () => {
    const answer = await ask({ resource: 'person', by: 'tag' });
    expect(answer).toMatchObject({ statusCode: 503, detail: expect.stringContaining('recount') });
    await engine.table.writer.transact(countedMarks(organization.id, '2026-01-31T09:30:00.000Z'));
    expect(await ask({ resource: 'person', by: 'tag' })).toMatchObject({ statusCode: 200 });
  });

  it('counts the records of each value, sorted by value, in the spelling of a record', async () => {
    const withTags = (least: number) => sample.people.filter((_, index) => index % 5 >= least).length;
    const items = [
      { value: 'a,b', count: withTags(3) },
      { value: 'Straße', count: withTags(1) },
      { value: 'VIP', count: withTags(2) },
      { value: TAGS[3], count: withTags(4) },
    ];
    expect(await ask({ resource: 'person', by: 'tag' })).toEqual({ statusCode: 200, totalCount: 4, items });
  });

  it('counts given values in their order, in any case and with any characters, and 0 for others', async () => {
    const { items, totalCount } = await ask({ resource: 'person', by: 'tag', value: ['vip', 'none', 'a,b'] });
    expect(totalCount).toBe(3);
    expect(items.map(({ value }: { value: string }) => value)).toEqual(['vip', 'none', 'a,b']);
    expect(items[1].count).toBe(0);
    expect(items[0].count).toBeGreaterThan(items[2].count);
  });

  it('pages through all values, with their number on each page', async () => {
    const all = (await ask({ resource: 'person', by: 'ownerId', limit: '500' })).items;
    expect(all).toHaveLength(sample.people.length);
    const read: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask({ resource: 'person', by: 'ownerId', limit: '3', ...(cursor && { cursor }) });
      expect(page.totalCount).toBe(all.length);
      read.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(read).toEqual(all);
    const uncounted = await ask({ resource: 'person', by: 'ownerId', limit: '3', count: 'none' });
    expect(uncounted.totalCount).toBeNull();
    const foreign = await ask({ resource: 'person', by: 'tag', cursor: uncounted.nextCursor });
    expect(foreign).toMatchObject({ statusCode: 400, errors: [{ parameter: 'cursor' }] });
  });

  it('counts entries by status and by call list', async () => {
    const entries = sample.callLists.flatMap((list) => list.entries);
    const { items } = await ask({ resource: 'call-list-entry', by: 'status' });
    const sum = items.reduce((total: number, { count }: { count: number }) => total + count, 0);
    expect(sum).toBe(entries.length);
    for (const { id, entries } of sample.callLists.filter((list) => list.entries.length > 0)) {
      const { items } = await ask({ resource: 'call-list-entry', by: 'callListId', value: id });
      expect(items).toEqual([{ value: id, count: entries.length }]);
    }
  });

  it('requires the permission to list the resource, and a field by which it is counted', async () => {
    const permissions = 'person:read,company:list,call-list:read,person.contact:read';
    const refused = await ask({ resource: 'person', by: 'tag' }, { permissions });
    expect(refused).toMatchObject({ statusCode: 403, missingPermissions: ['person:list'] });
    expect(await ask({ resource: 'person', by: 'status' })).toMatchObject({
      statusCode: 400,
      errors: [{ parameter: 'by', detail: expect.stringContaining('`ownerId`, `tag` and `companyId`') }],
    });
    const empty = await ask({ resource: 'person', by: 'tag' }, { organizationId: randomUUID() });
    expect(empty.statusCode).toBe(503);
  });

  it('offers all that filters declare, and no contact detail', () => {
    const { resource, by } = ROUTES.countRecords.query;
    const counted = KIND_NAMES.filter((kind) => countedFields(kind).length > 0);
    expect(resource.values.toSorted()).toEqual(counted.toSorted());
    expect(by.values.toSorted()).toEqual([...new Set(counted.flatMap(countedFields))].toSorted());
    expect(COUNTED_FILTERS.filter((name) => /EMAIL|PHONE|NAME/.test(name))).toEqual([]);
  });
});
