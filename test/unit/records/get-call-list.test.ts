import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { createGetCallList } from '../../../functions/records/get-call-list/handler.ts';
import type { CallListEntry } from '../../../shared/kinds/call-list-entry.ts';
import type { Person } from '../../../shared/kinds/person.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import type { CallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import type { RecordRepository } from '../../../shared/records/store/records.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const ORGANIZATION = randomUUID();
const AT = '2026-03-01T08:00:00.000Z';
/** Lambda's documented limit on a response. */
const LAMBDA_RESPONSE_BYTES = 6_291_556;

const recordsOf = <T extends { readonly id: string }>(records: readonly T[]): RecordRepository<T> => ({
  get: async (_, id) => records.find((each) => each.id === id),
  getMany: async (_, ids) =>
    new Map(records.filter(({ id }) => ids.includes(id)).map((each) => [each.id, each])),
});

const listOf = (id: string, entries: readonly CallListEntry[]): CallListRepository => ({
  getWithEntries: async (_, wanted, { limit, after }) => {
    if (wanted !== id) return undefined;
    const start = after === undefined ? 0 : entries.findIndex((entry) => entry.id === after.id) + 1;
    return {
      callList: { id, name: 'A list', createdAt: AT, isLocked: false, changedAt: AT },
      entryCount: entries.length,
      entries: entries.slice(start, start + limit),
      hasMore: entries.length > start + limit,
    };
  },
});

const { people, companies, callLists } = sampleData('Unit');
const [list] = callLists;
if (list === undefined) throw new Error('There are no sample lists.');

const walk = async (records: readonly Person[], limit: number) => {
  const handler = dataFunction(
    ROUTES.getCallList,
    createGetCallList({
      callLists: listOf(list.id, list.entries),
      people: recordsOf(records),
      companies: recordsOf(companies),
    }),
  );
  const pages: { readonly entries: readonly { id: string; person: Person | null }[] }[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      limit: String(limit),
      include: 'person',
      ...(cursor === undefined ? {} : { cursor }),
    };
    const event = proxyEvent({
      organizationId: ORGANIZATION,
      resource: ROUTES.getCallList.path,
      id: list.id,
      query,
    });
    const response = await handler(event, lambdaContext());
    expect(response.statusCode, response.body).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(response))).toBeLessThanOrEqual(LAMBDA_RESPONSE_BYTES);
    const page = JSON.parse(response.body);
    expect(page.entryCount).toBe(list.entries.length);
    cursor = page.nextCursor;
    const link =
      `<https://api.example/stage/v1/call-list/${list.id}?limit=${limit}&include=person&cursor=${cursor}>; ` +
      'rel="next"';
    expect(response.headers?.['Link']).toBe(cursor === undefined ? undefined : link);
    pages.push(page);
  } while (cursor !== undefined);
  return pages;
};

describe('get-call-list', () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);

  it('returns null for a deleted person', async () => {
    const [page] = await walk(people.slice(1), 500);
    expect(page?.entries.map(({ person }) => person?.id ?? null)).toEqual(
      list.entries.map(({ personId }) => (personId === people[0]?.id ? null : personId)),
    );
  });

  it('returns fewer entries than requested if all would exceed the maximum response size', async () => {
    // Escaping doubles each quote, so all entries together take about 7 MB.
    const large = people.map((person) => ({ ...person, customFields: { text: '"'.repeat(170_000) } }));
    const pages = await walk(large, 500);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual(
      list.entries.map(({ id }) => id),
    );
  });
});
