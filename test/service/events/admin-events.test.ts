import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, bodyOf, describeAdmin, newOrganizationWithAdmin } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at, service } from '../../support/service/service.ts';
import { createEndpointAs, importRecords } from '../../support/webhooks/webhooks.ts';

interface Placed {
  readonly position: string;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly timestamp: string;
    readonly data: { readonly id: string };
  };
}

interface EventPage {
  readonly items: readonly Placed[];
  readonly nextCursor?: string;
  readonly hasMore: boolean;
  readonly delays: { readonly feedSeconds: number; readonly lookupSeconds: number } | null;
}

const { admin: adminUser, organizationId } = await newOrganizationWithAdmin();
const { people, companies } = sampleData('Feed');
const person = at<(typeof people)[number]>(people, 0);

const list = async (query = ''): Promise<EventPage> =>
  bodyOf<EventPage>(await admin(`/events${query}`, { as: adminUser }));

if (service.admin !== undefined) {
  // Nothing listens on this port.
  await createEndpointAs(adminUser, { url: 'http://127.0.0.1:9/hooks', eventTypes: ['person.created'] });
  await importRecords(organizationId, { people, companies });
  await eventually(async () => {
    const { items } = await list('?limit=50');
    return items.length === people.length + companies.length;
  });
  await eventually(async () => (await list(`?kind=person&id=${person.id}`)).items.length === 1);
}

describeAdmin('GET /events', () => {
  it('pages through all events once, newest first', async () => {
    const seen: Placed[] = [];
    let cursor = '';
    do {
      const page = await list(`?limit=3${cursor}`);
      seen.push(...page.items);
      cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual((await list('?limit=50')).items);
    const positions = seen.map(({ position }) => position.split('.').map(Number));
    const newestFirst = positions.toSorted(
      ([chunk = 0, index = 0], [otherChunk = 0, otherIndex = 0]) => otherChunk - chunk || otherIndex - index,
    );
    expect(positions).toEqual(newestFirst);
    expect(seen.map(({ event }) => event.data.id).toSorted()).toEqual(
      [...people, ...companies].map(({ id }) => id).toSorted(),
    );
  });

  it('filters by types and patterns, and by record', async () => {
    const types = async (query: string) => [
      ...new Set((await list(query)).items.map(({ event }) => event.type)),
    ];
    expect(await types('?types=company.*&limit=50')).toEqual(['company.created']);
    expect(await types('?types=person.updated,company.deleted')).toEqual([]);
    const own = await list(`?kind=person&id=${person.id}&types=person.created`);
    expect(own.items.map(({ event }) => event.data.id)).toEqual([person.id]);
    expect((await list(`?kind=company&id=${person.id}`)).items).toEqual([]);
  });

  it('says on request how far feed and lookups are behind', async () => {
    await eventually(async () => {
      const { delays, items } = await list('?limit=1&include=delays');
      return items.length === 1 && delays?.feedSeconds === 0 && delays.lookupSeconds === 0;
    });
    expect(await list('?limit=1')).toMatchObject({ delays: null });
  });

  it.each([
    ['?kind=person', ['id']],
    [`?id=${randomUUID()}`, ['kind']],
    ['?kind=key&id=1', ['kind', 'id']],
    ['?types=person.exploded', ['types']],
    ['?limit=51', ['limit']],
    ['?after=yesterday', ['after']],
    ['?tail=true&kind=person', ['kind']],
  ])('names the missing or malformed parameters of %j', async (query, parameters) => {
    const { errors } = expectProblem(
      await admin(`/events${query}`, { as: adminUser }),
      400,
      'invalid-request',
    );
    expect(errors.map(({ parameter }) => parameter)).toEqual(parameters);
  });

  it('filters by time, also page by page and of one record', async () => {
    const all = (await list('?limit=50')).items;
    const times = [...new Set(all.map(({ event }) => event.timestamp))].sort();
    const middle = times[Math.floor(times.length / 2)] ?? '';
    const later = all.filter(({ event }) => event.timestamp > middle);
    const earlier = all.filter(({ event }) => event.timestamp < middle);
    expect((await list(`?limit=50&after=${middle}`)).items).toEqual(later);
    expect((await list(`?limit=50&before=${middle}`)).items).toEqual(earlier);
    expect((await list('?before=2026-01-01T00:00:00Z')).items).toEqual([]);
    expect((await list('?after=2099-01-01T00:00:00Z')).items).toEqual([]);
    const range = 'after=2026-01-01T00:00:00Z&before=2099-01-01T00:00:00Z';
    const { items, nextCursor } = await list(`?limit=2&${range}`);
    const rest = await list(`?limit=50&${range}&cursor=${nextCursor}`);
    expect([...items, ...rest.items]).toEqual(all);
    const own = `kind=person&id=${person.id}`;
    expect((await list(`?${own}&${range}`)).items).toHaveLength(1);
    expect((await list(`?${own}&before=2026-01-01T00:00:00Z`)).items).toEqual([]);
  });

  it('follows new events with `tail`, oldest first, without a gap and a repetition', async () => {
    const { items, nextCursor: start, hasMore } = await list('?tail=true&types=company.updated');
    expect([items, hasMore]).toEqual([[], false]);
    const changed = companies.slice(0, 3);
    for (const company of changed) {
      await importRecords(organizationId, { companies: [{ ...company, industry: randomUUID() }] });
    }
    const other = at<(typeof people)[number]>(people, 2);
    await importRecords(organizationId, { people: [{ ...other, title: randomUUID() }] });
    await eventually(async () => (await list(`?kind=person&id=${other.id}`)).items.length === 2);
    const seen: string[] = [];
    let cursor = start;
    for (let page = 0; page < 4; page++) {
      const next = await list(`?tail=true&types=company.updated&limit=1&cursor=${cursor}`);
      seen.push(...next.items.map(({ event }) => event.data.id));
      cursor = next.nextCursor;
    }
    expect(seen).toEqual(changed.map(({ id }) => id));
    const again = await list(`?tail=true&types=company.updated&cursor=${cursor}`);
    expect(again).toMatchObject({ items: [], hasMore: false });
    const path = `/events?tail=true&types=person.*&cursor=${cursor}`;
    expectProblem(await admin(path, { as: adminUser }), 400, 'invalid-request');
  });

  it('rejects a cursor of other filters', async () => {
    const { nextCursor } = await list('?limit=1');
    const path = `/events?limit=1&types=person.*&cursor=${nextCursor}`;
    expectProblem(await admin(path, { as: adminUser }), 400, 'invalid-request');
  });
});

describeAdmin('GET /events/{position}', () => {
  it('returns the event with its webhook deliveries', async () => {
    const [placed] = (await list(`?kind=person&id=${person.id}`)).items;
    const found = await eventually(async () => {
      const each = bodyOf<Placed & { readonly deliveries: readonly { readonly eventId: string }[] }>(
        await admin(`/events/${placed?.position}`, { as: adminUser }),
      );
      return each.deliveries.length > 0 ? each : undefined;
    });
    expect(found).toMatchObject({ ...placed });
    expect(found.deliveries).toEqual([expect.objectContaining({ eventId: placed?.event.id })]);
  });

  it('returns 404 for a position without an event, and 400 for anything else', async () => {
    for (const position of ['999999999999.0', '1.99999']) {
      expectProblem(await admin(`/events/${position}`, { as: adminUser }), 404, 'not-found');
    }
    for (const position of ['0.0', '1', '1.01', 'x']) {
      const response = await admin(`/events/${position}`, { as: adminUser });
      expect(expectProblem(response, 400, 'invalid-request').errors).toEqual([
        { parameter: 'position', detail: expect.stringContaining('must be the position of an event') },
      ]);
    }
  });

  it('returns 404 for the event of an erased person', async () => {
    const erased = at<(typeof people)[number]>(people, 1).id;
    const [placed] = await eventually(async () => {
      const { items } = await list(`?kind=person&id=${erased}`);
      return items.length > 0 ? items : undefined;
    });
    const report = bodyOf(await admin(`/people/${erased}/erase`, { as: adminUser, method: 'POST' }));
    expect(report).toMatchObject({ was: 'stored', events: 1 });
    expectProblem(await admin(`/events/${placed?.position}`, { as: adminUser }), 404, 'not-found');
    const left = await eventually(async () => {
      const { items } = await list(`?kind=person&id=${erased}`);
      return items.length > 0 ? items : undefined;
    });
    expect(left.map(({ event }) => event.type)).toEqual(['person.erased']);
  });
});
