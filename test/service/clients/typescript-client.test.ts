import { describe, expect, expectTypeOf, it } from 'vitest';

import {
  createSalesDataClient,
  type Problem,
  ProblemError,
  verifyWebhook,
  type WebhookEvent,
} from '../../../clients/typescript/src/index.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { stored } from '../../support/engine/stored.ts';
import { eventually } from '../../support/eventually.ts';
import { admin, bodyOf, describeAdmin, newOrganizationWithAdmin } from '../../support/organizations/admin.ts';
import { at, createKey, service } from '../../support/service/service.ts';
import { createEndpointAs, startEndpoint } from '../../support/webhooks/webhooks.ts';

const { baseUrl, first } = service;
const client = createSalesDataClient({ baseUrl, apiKey: first.key });
const person = at(first.data.people, 0);
const company = at(first.data.companies, 0);

const collect = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

const problemOf = async (promise: Promise<unknown>): Promise<Problem> => {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (error instanceof ProblemError) return error.problem;
  throw new Error(`Not a problem: ${String(error)}`);
};

describe('the TypeScript client', () => {
  it('reads people and companies', async () => {
    expect(await client.person(person.id)).toEqual(stored(person));
    expect(await client.company(company.id)).toEqual(stored(company));
  });

  it('selects fields, and narrows their types', async () => {
    const fields = ['lastName', 'location.city', 'emails.address', 'customFields.a, b'] as const;
    const selected = await client.person(person.id, { fields });
    expect(selected).toEqual({
      id: person.id,
      lastName: person.lastName,
      location: person.location && { city: person.location.city },
      emails: person.emails.map(({ address }) => ({ address })),
      customFields: { 'a, b': null },
    });
    expectTypeOf(selected).toEqualTypeOf<{
      id: string;
      lastName: string | null;
      emails: { address: string }[];
      location: { city: string | null } | null;
      customFields: { 'a, b': string | number | boolean | null };
    }>();
    const [found] = await collect(client.people({ id: [person.id], fields: ['title'] }));
    expect(found).toEqual({ id: person.id, title: person.title });
    expectTypeOf(found).toEqualTypeOf<{ id: string; title: string | null } | undefined>();
    const list = at(first.data.callLists, 0);
    const [entry] = await collect(
      client.entries(list.id, { include: ['person'], fields: ['status', 'person.lastName'] }),
    );
    expect(Object.keys(entry ?? {})).toEqual(['id', 'status', 'person']);
    // @ts-expect-error: no such field
    await expect(client.company(company.id, { fields: ['surname'] })).rejects.toThrow('unknown path');
  });

  it('lists the fields of a resource', async () => {
    const paths = (await client.fields('company')).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['id', 'annualRevenue.currency', 'customFields.tier']));
  });

  it('iterates all call lists, regardless of page size', async () => {
    const all = await collect(client.callLists({ limit: 5, sort: 'createdAt' }));
    expect(all.map(({ id }) => id).toSorted()).toEqual(first.data.callLists.map(({ id }) => id).toSorted());
    const locked = await collect(client.callLists({ isLocked: true }));
    expect(locked.length).toBe(first.data.callLists.filter(({ isLocked }) => isLocked).length);
  });

  it('iterates all entries of a call list, with their people', async () => {
    const list = at(first.data.callLists, 0);
    const entries = await collect(client.entries(list.id, { limit: 15, include: ['person', 'company'] }));
    expect(entries.map(({ id }) => id)).toEqual(list.entries.map(({ id }) => id));
    for (const entry of entries) expect(entry.person?.id ?? null).toBe(entry.personId);
  });

  it('describes its key', async () => {
    const { organization, permissions } = await client.key();
    expect(organization.id).toBe(service.first.organizationId);
    expect(permissions).toEqual(PERMISSIONS);
  });

  it('downloads an export, whose cursor continues the feed', async () => {
    const {
      export: done,
      eventCursor,
      files,
    } = await client.download({
      resource: 'company',
      format: 'jsonl',
      fields: ['name'],
    });
    const [file, ...others] = await collect(files);
    expect(others).toEqual([]);
    const lines = new TextDecoder().decode(file?.content).trimEnd().split('\n');
    const names = lines.map((line) => JSON.parse(line).name);
    expect(names).toEqual(expect.arrayContaining(first.data.companies.map(({ name }) => name)));
    expect(await client.export(done.id)).toMatchObject({ state: 'completed', recordCount: lines.length });
    expect((await collect(client.exports())).map(({ id }) => id)).toContain(done.id);
    await collect(client.changes({ cursor: eventCursor, follow: false }));
  });

  it('throws typed problems', async () => {
    const rejected = await problemOf(client.person('nonsense'));
    if (rejected.type !== 'urn:sales-data:problem:invalid-request') throw new Error(rejected.type);
    // Only this problem type has `errors`, and the compiler knows it.
    expectTypeOf(rejected.status).toEqualTypeOf<400>();
    expect(rejected.errors).toMatchObject([{ parameter: 'id' }]);
    const unknown = createSalesDataClient({ baseUrl, apiKey: 'sd_live_unknown' });
    expect((await problemOf(unknown.person(person.id))).type).toBe('urn:sales-data:problem:unauthorized');
  });

  it('waits at the rate limit, so that every request succeeds', async () => {
    const { key } = await createKey(PERMISSIONS);
    const statuses: number[] = [];
    const slow = createSalesDataClient({
      baseUrl,
      apiKey: key,
      retries: { attempts: 10 },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        statuses.push(response.status);
        return response;
      },
    });
    // One wave may stay below the rate on a slow machine.
    while (!statuses.includes(429)) {
      const people = await Promise.all(Array.from({ length: 50 }, () => slow.person(person.id)));
      expect(people).toHaveLength(50);
    }
  });
});

describeAdmin('verifyWebhook', () => {
  it('verifies a delivery during a rotation with either secret', async () => {
    const { admin: as } = await newOrganizationWithAdmin();
    await using endpoint = Object.assign(await startEndpoint(), {
      [Symbol.asyncDispose]: () => endpoint.stop(),
    });
    const { id, secret: first } = await createEndpointAs(as, { url: endpoint.url });
    const rotated = await admin(`/webhook-endpoints/${id}/rotate-secret`, { as, method: 'POST' });
    const { secret: second } = bodyOf<{ secret: string }>(rotated, 201);
    await admin(`/webhook-endpoints/${id}/test`, { as, method: 'POST' });
    const { headers, body } = await eventually(() => endpoint.received[0]);
    for (const secret of [first, second]) {
      const event: WebhookEvent = await verifyWebhook({ secret, headers, body });
      if (event.type !== 'webhook.test') throw new Error(`An unexpected event: ${event.type}`);
      expect(event.data.id).toBe(id);
    }
  });
});
