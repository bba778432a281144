import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventPattern } from '../../../shared/contract/events/event-types.ts';
import { webhookDomainPartition } from '../../../shared/table/items/webhook-keys.ts';
import { createEndpoint } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import { readEndpoints } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { type EndpointChanges, updateEndpoint } from '../../../shared/webhooks/endpoints/update-endpoint.ts';
import { WebhookConflictError } from '../../../shared/webhooks/errors.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { runs } from '../../support/exercise.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';
import { openCipher } from '../../support/webhooks/webhook-fixture.ts';

const engine = useEngine();
const URL_1 = 'https://hooks.example.com/sales';

const prepare = (maxPerDomain?: number) => {
  const organizationId = randomUUID();
  const store = engine.table;
  const dependencies = {
    store,
    cipher: openCipher,
    policy: {},
    ...(maxPerDomain !== undefined && { maxPerDomain }),
  };
  // Any condition that holds.
  const key = {
    id: 'key',
    check: { check: { Key: { pk: 'none', sk: 'none' }, ConditionExpression: 'attribute_not_exists(pk)' } },
  };
  const create = async (
    url = URL_1,
    {
      eventTypes = ['person.*'],
      isByKey = false,
    }: { eventTypes?: readonly EventPattern[]; isByKey?: boolean } = {},
  ): Promise<string> => {
    const endpoint = { organizationId, url, description: null, eventTypes, includesContactDetails: true };
    return (await createEndpoint(dependencies, endpoint, ACTOR, isByKey ? key : undefined)).endpoint.id;
  };
  return {
    create,
    update: (id: string, changes: EndpointChanges) =>
      updateEndpoint(dependencies, organizationId, id, changes, ACTOR),
    remove: (id: string) => deleteEndpoint(store, organizationId, id, ACTOR),
    /** The endpoints, and what the items of their hosts say of them. */
    async state() {
      const endpoints = await readEndpoints(store, organizationId);
      const items = await engine.itemsOf(webhookDomainPartition(organizationId));
      const hosts = items.map(({ pk: _, sk, endpoints: count, ...targets }) => ({
        host: String(sk),
        count: Number(count),
        holders: Object.values(targets).map(String).sort(),
      }));
      return { endpoints, hosts: hosts.filter(({ count, holders }) => count !== 0 || holders.length > 0) };
    },
  };
};

const conflict = (pattern: RegExp) =>
  expect.objectContaining({ name: 'WebhookConflictError', message: expect.stringMatching(pattern) });

describe('an endpoint with the URL and event types of another one', () => {
  it.each([
    ['the same URL', URL_1],
    ['another case of scheme and host', 'HTTPS://Hooks.EXAMPLE.com/sales'],
    ['the default port', 'https://hooks.example.com:443/sales'],
    ['path segments that cancel out', 'https://hooks.example.com/a/../sales'],
  ])('rejects a duplicate, naming the other endpoint: %s', async (_, url) => {
    const { create, update } = prepare();
    const id = await create();
    await expect(create(url)).rejects.toEqual(
      conflict(new RegExp(`^The webhook endpoint ${id} already has`)),
    );
    const other = await create('https://hooks.example.com/other');
    await expect(update(other, { url })).rejects.toEqual(conflict(new RegExp(id)));
  });

  it('rejects a duplicate regardless of the order and repetition of event types', async () => {
    const { create, update } = prepare();
    const id = await create(URL_1, { eventTypes: ['person.*', 'company.created'] });
    const repeated: readonly EventPattern[] = ['company.created', 'person.*', 'company.created'];
    await expect(create(URL_1, { eventTypes: repeated })).rejects.toEqual(conflict(new RegExp(id)));
    const other = await create(URL_1, { eventTypes: ['person.*'] });
    await expect(update(other, { eventTypes: repeated })).rejects.toEqual(conflict(new RegExp(id)));
  });

  it.each([
    ['another path', 'https://hooks.example.com/Sales'],
    ['a query', 'https://hooks.example.com/sales?a'],
    ['another port', 'https://hooks.example.com:8443/sales'],
    ['another host', 'https://hooks.example.net/sales'],
  ])('accepts %s', async (_, url) => {
    const { create } = prepare();
    expect(await create(url)).not.toBe(await create());
  });

  it("accepts a duplicate in another organization, or by an API key next to an admin's", async () => {
    const [one, other] = [prepare(), prepare()];
    await one.create();
    await other.create();
    const id = await one.create(URL_1, { isByKey: true });
    await expect(one.create(URL_1, { isByKey: true })).rejects.toEqual(conflict(new RegExp(id)));
  });

  it('accepts the endpoint once the other one is deleted or changed', async () => {
    const { create, update, remove, state } = prepare();
    const first = await create();
    await update(first, { eventTypes: ['*'] });
    const second = await create();
    await remove(second);
    const third = await create();
    await update(third, { url: 'https://other.example.com/' });
    const fourth = await create();
    expect((await state()).endpoints.map(({ id }) => id).toSorted()).toEqual(
      [first, third, fourth].toSorted(),
    );
  });

  it('rejects one of two concurrent creations', async () => {
    const { create, state } = prepare();
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => create()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [endpoint, ...others] = (await state()).endpoints;
    expect(others).toEqual([]);
    for (const result of results.filter((each) => each.status === 'rejected')) {
      expect(result.reason).toEqual(conflict(new RegExp(endpoint?.id ?? '-')));
    }
  });

  it('keeps URL and event types when others are changed', async () => {
    const { create, update, state } = prepare(1);
    const id = await create();
    await update(id, {
      description: 'CRM',
      url: URL_1,
      eventTypes: ['person.*', 'person.*'],
      isEnabled: false,
    });
    expect((await state()).hosts).toEqual([{ host: 'ADMINS#example.com', count: 1, holders: [id] }]);
  });
});

describe('the limit of endpoints per host', () => {
  it('enforces the limit exactly for concurrent creations', async () => {
    const { create, state } = prepare(5);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => create(`${URL_1}/${index}`)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const result of results.filter((each) => each.status === 'rejected')) {
      expect(result.reason).toEqual(
        conflict(/^Admins of your organization already have 5 webhook endpoints at example.com/),
      );
    }
    expect((await state()).endpoints).toHaveLength(5);
  });

  it('enforces the limit exactly for concurrent changes of URLs', async () => {
    const { create, update, state } = prepare(3);
    const ids = await Promise.all(
      Array.from({ length: 9 }, (_, index) => create(`https://h${index}.example/`)),
    );
    await Promise.allSettled(ids.map((id, index) => update(id, { url: `${URL_1}/${index}` })));
    const { endpoints } = await state();
    expect(endpoints.filter(({ url }) => url.startsWith(URL_1))).toHaveLength(3);
  });

  it('counts all ports of a host, and those of API keys and admins separately', async () => {
    const { create } = prepare(2);
    await create('https://hooks.example.com:1/');
    await create('https://HOOKS.example.com:2/');
    await expect(create('https://hooks.example.com:3/')).rejects.toEqual(conflict(/^Admins .* 2 webhook/));
    await create('https://hooks.example.org/');
    await create('https://hooks.example.com:1/', { isByKey: true });
    await create('https://hooks.example.com:2/', { isByKey: true });
    await expect(create('https://hooks.example.com:3/', { isByKey: true })).rejects.toEqual(
      conflict(/^API keys of your organization already have 2 webhook endpoints at example.com/),
    );
  });

  it('counts all subdomains of a registrable domain, and addresses one by one', async () => {
    const { create } = prepare(2);
    await create('https://a.one.example.co.uk/');
    await create('https://b.example.co.uk/');
    await expect(create('https://c.example.co.uk/')).rejects.toEqual(
      conflict(/at example.co.uk and its sub/),
    );
    await create('https://c.other.co.uk/');
    for (const last of [1, 2, 3]) await create(`https://8.8.8.${last}/`);
  });

  it('allows changes at a host that has the maximum', async () => {
    const { create, update, remove } = prepare(2);
    const id = await create(`${URL_1}/1`);
    await create(`${URL_1}/2`);
    expect((await update(id, { url: `${URL_1}/3`, eventTypes: ['*'] }))?.url).toBe(`${URL_1}/3`);
    await remove(id);
    await create(`${URL_1}/4`);
  });
});

it('keeps endpoints and hosts consistent after any concurrent changes', async () => {
  const MAXIMUM = 3;
  const url = fc.constantFrom(
    ...['a', 'b', 'c', 'd'].map((path) => `https://one.example.com/${path}`),
    'https://two.example.org/',
  );
  const eventTypes = fc.constantFrom<readonly EventPattern[]>(['*'], ['person.*']);
  const change = fc.oneof(
    fc.record({ type: fc.constant('create' as const), url, eventTypes, isByKey: fc.boolean() }),
    fc.record({ type: fc.constant('update' as const), at: fc.nat(), url, eventTypes }),
    fc.record({ type: fc.constant('delete' as const), at: fc.nat() }),
  );
  const rounds = fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const { create, update, remove, state } = prepare(MAXIMUM);
      for (const round of all) {
        const { endpoints } = await state();
        const idAt = (at: number): string =>
          endpoints[at % Math.max(1, endpoints.length)]?.id ?? randomUUID();
        const results = await Promise.allSettled(
          round.map((each): Promise<unknown> => {
            if (each.type === 'create') return create(each.url, each);
            if (each.type === 'delete') return remove(idAt(each.at));
            return update(idAt(each.at), { url: each.url, eventTypes: each.eventTypes });
          }),
        );
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(WebhookConflictError);
        }
      }
      const { endpoints, hosts } = await state();
      const owned = endpoints.map((each) => ({
        ...each,
        host:
          `${each.apiKeyId === null ? 'ADMINS' : 'KEYS'}#` +
          `${new URL(each.url).hostname.slice('one.'.length)}`,
      }));
      const expected = [...Map.groupBy(owned, ({ host }) => host)].map(([host, ofHost]) => ({
        host,
        count: ofHost.length,
        holders: ofHost.map(({ id }) => id).sort(),
      }));
      const inOrder = (list: typeof expected) => list.toSorted((one, two) => (one.host < two.host ? -1 : 1));
      expect(inOrder(hosts)).toEqual(inOrder(expected));
      for (const { count } of hosts) expect(count).toBeLessThanOrEqual(MAXIMUM);
      const targets = owned.map(({ host, url, eventTypes: types }) => JSON.stringify([host, url, types]));
      expect(new Set(targets).size).toBe(targets.length);
    }),
    { numRuns: runs(40) },
  );
});
