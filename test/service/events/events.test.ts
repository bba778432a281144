import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EVENT_RESOURCES } from '../../../shared/contract/events/event-schemas.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { createKeyAs, describeAdmin, newOrganizationWithAdmin } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { call, createKey, nextPath } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';

interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly organizationId: string;
  readonly sequence: number;
  readonly isSilent: boolean;
  readonly data: { readonly id: string; readonly title?: string };
}

interface EventPage {
  readonly items: readonly FeedEvent[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

const { people, companies, callLists } = sampleData('Feed');
const [person, colleague] = people;
if (!person || !colleague) throw new Error('There are too few sample records.');

const prepare = async () => {
  const { organizationId, admin } = await newOrganizationWithAdmin();
  const { key } = await createKeyAs(admin, { permissions: [...PERMISSIONS] });
  const page = async (query = ''): Promise<EventPage> => {
    const { status, text, json } = await call(`/v1/event${query}`, { key });
    expect(status, text).toBe(200);
    return json as EventPage;
  };
  /** All events after a cursor, once there are as many as expected. */
  const eventsAfter = async (cursor: string, count: number): Promise<readonly FeedEvent[]> => {
    const query = cursor === '' ? '?limit=1000' : `?limit=1000&cursor=${cursor}`;
    return eventually(async () => {
      const { items } = await page(query);
      return items.length >= count ? items : undefined;
    });
  };
  return { organizationId, key, page, eventsAfter };
};

describeAdmin('GET /v1/event', () => {
  it('returns every change once, in the order of each record, with the whole record', async () => {
    const { organizationId, key, eventsAfter, page } = await prepare();
    const entries = callLists.flatMap((list) => list.entries);
    await importRecords(organizationId, { people, companies, 'call-lists': callLists });
    await importRecords(organizationId, { people: [{ ...person, title: 'President' }] });
    const count = people.length + companies.length + callLists.length + entries.length + 1;
    const events = await eventsAfter('', count);
    expect(events).toHaveLength(count);
    expect(new Set(events.map(({ id }) => id)).size).toBe(count);
    expect(new Set(events.map((event) => event.organizationId))).toEqual(new Set([organizationId]));
    const ofPerson = events.filter(({ data }) => data.id === person.id);
    expect(ofPerson.map(({ type, sequence, data }) => [type, sequence, data.title])).toEqual([
      ['person.created', 1, person.title],
      ['person.updated', 2, 'President'],
    ]);
    expect(ofPerson[1]?.data).toEqual((await call(`/v1/person/${person.id}`, { key })).json);
    for (const { type, data } of events) {
      const [resource = ''] = type.split('.');
      EVENT_RESOURCES[resource as keyof typeof EVENT_RESOURCES].data.parse(data);
    }
    // The same, in pages.
    const paged: FeedEvent[] = [];
    for (let path: string | undefined = '/v1/event?limit=7'; path !== undefined; ) {
      const response = await call(path, { key });
      paged.push(...(response.json as EventPage).items);
      path = nextPath(response);
    }
    expect(paged).toEqual(events);
    expect((await page('?from=latest')).items).toEqual([]);
  });

  it('marks silent changes', async () => {
    const { organizationId, eventsAfter } = await prepare();
    await importRecords(organizationId, { people: [person] }, ['--silent']);
    await importRecords(organizationId, { people: [{ ...person, title: 'President' }] });
    const events = await eventsAfter('', 2);
    expect(events.map(({ type, isSilent }) => [type, isSilent])).toEqual([
      ['person.created', true],
      ['person.updated', false],
    ]);
  });

  it('returns 304 while nothing changes', async () => {
    const { key, page } = await prepare();
    const { nextCursor } = await page();
    const path = `/v1/event?cursor=${nextCursor}`;
    const { headers } = await call(path, { key });
    const again = await call(path, { key, headers: { 'If-None-Match': String(headers['etag']) } });
    expect(again.status).toBe(304);
  });

  it('continues a copied collection without a gap', async () => {
    const { organizationId, key, eventsAfter } = await prepare();
    await importRecords(organizationId, { people: [person, colleague], companies });
    const first = await call('/v1/person?limit=1', { key });
    // What happens while the pages are read follows in the feed.
    await importRecords(organizationId, { people: [{ ...person, title: 'Meanwhile' }] });
    const copy = new Map<string, unknown>();
    for (let page = first; ; page = await call(nextPath(page) ?? '', { key })) {
      const { items, eventCursor } = page.json as { items: { id: string }[]; eventCursor?: string };
      for (const item of items) copy.set(item.id, item);
      expect(eventCursor === undefined).toBe(nextPath(page) !== undefined);
      if (eventCursor === undefined) continue;
      await importRecords(organizationId, { people: [{ ...colleague, title: 'Afterwards' }] });
      const events = await eventually(async () => {
        const all = await eventsAfter(eventCursor, 1);
        return all.some(({ data }) => data.title === 'Afterwards') ? all : undefined;
      });
      for (const { type, data } of events) if (type.startsWith('person.')) copy.set(data.id, data);
      break;
    }
    const now = (await call('/v1/person', { key })).json as { readonly items: readonly { id: string }[] };
    expect([...copy.values()]).toEqual(expect.arrayContaining([...now.items]));
    expect(copy.size).toBe(now.items.length);
  });
});

describe('a key without permissions for events', () => {
  it('returns 403 to a key without permissions for events', async () => {
    const { key } = await createKey(['person:read']);
    expect(expectProblem(await call('/v1/event', { key }), 403, 'forbidden').missingPermissions).toEqual([
      'event:read',
    ]);
  });

  it('returns 403 for event types that the key may not read', async () => {
    const { key } = await createKey(['event:read', 'company:list']);
    const problem = expectProblem(await call('/v1/event?types=person.*', { key }), 403, 'forbidden');
    expect(problem.missingPermissions).toEqual(['person:read']);
    const { items } = (await call('/v1/event', { key })).json as EventPage;
    const resources = new Set(items.map(({ type }) => type.split('.')[0]));
    // Other tests import and export.
    for (const other of ['import', 'export']) resources.delete(other);
    expect(resources).toEqual(new Set(['company']));
  });

  it.each([
    ['?cursor=x', ['cursor']],
    [`?cursor=${randomUUID()}`, ['cursor']],
    ['?from=earliest&since=2026-01-01T00:00:00Z', ['from', 'since']],
    ['?from=now', ['from']],
    ['?types=person', ['types']],
    ['?limit=1001', ['limit']],
  ])('rejects %s', async (query, parameters) => {
    const { errors } = expectProblem(await call(`/v1/event${query}`), 400, 'invalid-request');
    expect((errors as readonly { readonly parameter: string }[]).map(({ parameter }) => parameter)).toEqual(
      parameters,
    );
  });
});
