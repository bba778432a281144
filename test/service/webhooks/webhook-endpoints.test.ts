import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { WEBHOOK_ROUTES } from '../../../shared/operations/admin-api/webhooks.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, bodyOf, describeAdmin, newOrganization } from '../../support/organizations/admin.ts';
import { service } from '../../support/service/service.ts';
import { createEndpointAs, deliveriesAs, type EndpointDocument } from '../../support/webhooks/webhooks.ts';

const { admin: adminUser, member } = await newOrganization();

const URL_1 = 'https://hooks.example.com/sales';

/** Each at its own host, which may have only so many endpoints. */
const create = (body: Readonly<Record<string, unknown>> = {}) =>
  createEndpointAs(adminUser, { url: `https://${randomUUID()}.example/sales`, ...body });

const on = (id: string, path: string, method: string, body?: unknown, as = adminUser) =>
  admin(`/webhook-endpoints/${id}${path}`, { as, method, ...(body === undefined ? {} : { body }) });

const ANY_RANGE = { after: '2026-01-01T00:00:00Z', before: '2099-01-01T00:00:00Z' };

/** A valid body for each route. */
const bodyFor = (name: string): unknown => {
  if (name === 'createWebhookEndpoint') return { url: URL_1, eventTypes: ['*'] };
  if (name === 'updateWebhookEndpoint') return { description: 'x' };
  return name === 'replayWebhooks' ? ANY_RANGE : undefined;
};

describeAdmin('a webhook endpoint', () => {
  it('creates an endpoint with a secret that no other response contains', async () => {
    const eventTypes = ['person.*', 'call_list.locked'];
    const made = await create({ url: URL_1, eventTypes, description: 'Warehouse' });
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: URL_1,
      description: 'Warehouse',
      eventTypes: ['person.*', 'call_list.locked'],
      includesContactDetails: true,
      isEnabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      secretCreatedAt: expect.any(String),
      previousSecretExpiresAt: null,
      ...{ type: 'https', roleArn: null, signature: 'hmac', publicKey: null, previousPublicKey: null },
      ...{ filter: null, headers: [], maxPerSecond: null, payload: 'full' },
      ...{ rolePolicies: null, publicKeysUrl: null },
      createdAt: expect.any(String),
      createdBy: adminUser.email,
      apiKeyId: null,
      updatedAt: expect.any(String),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret, ...shown } = made;
    expect(bodyOf(await on(made.id, '', 'GET'))).toEqual({
      ...shown,
      latestReplay: null,
      lastDay: null,
      lastWeek: null,
      undelivered: null,
    });
    const list = await admin('/webhook-endpoints', { as: adminUser });
    expect(bodyOf<{ items: EndpointDocument[] }>(list).items).toContainEqual(shown);
    const log = await admin(`/audit-log?targetId=${made.id}`, { as: adminUser });
    for (const answer of [list, log, await on(made.id, '', 'PATCH', { description: null })]) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(secret.slice(6));
      expect(answer.text).not.toContain('whsec_');
      expect(answer.text).not.toContain('ncrypted');
    }
  });

  it('updates, disables, enables, rotates and deletes an endpoint, with audit log entries', async () => {
    const { id, secret } = await create();
    const changed = bodyOf<EndpointDocument>(await on(id, '', 'PATCH', { eventTypes: ['company.updated'] }));
    expect(changed.eventTypes).toEqual(['company.updated']);
    const disabled = bodyOf<EndpointDocument>(await on(id, '', 'PATCH', { isEnabled: false }));
    expect(disabled).toMatchObject({ isEnabled: false, disabledReason: 'admin' });
    expectProblem(await on(id, '/test', 'POST'), 409, 'conflict');
    expectProblem(await on(id, '/replay', 'POST', ANY_RANGE), 409, 'conflict');
    const enabled = bodyOf<EndpointDocument>(await on(id, '', 'PATCH', { isEnabled: true }));
    expect(enabled).toMatchObject({ isEnabled: true, disabledReason: null });
    const rotated = bodyOf<EndpointDocument>(await on(id, '/rotate-secret', 'POST'), 201);
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.previousSecretExpiresAt ?? '')).toBeGreaterThan(Date.now() + 86_000_000);
    bodyOf(await on(id, '', 'DELETE'));
    expectProblem(await on(id, '', 'GET'), 404, 'not-found');
    expectProblem(await on(id, '/deliveries', 'GET'), 404, 'not-found');

    const { items } = bodyOf<{ items: { action: string; actor: { name: string }; targetId: string }[] }>(
      await admin(`/audit-log?targetId=${id}`, { as: adminUser }),
    );
    expect(items.map(({ action }) => action)).toEqual([
      'webhook_endpoint.deleted',
      'webhook_endpoint.secret_rotated',
      'webhook_endpoint.enabled',
      'webhook_endpoint.disabled',
      'webhook_endpoint.updated',
      'webhook_endpoint.created',
    ]);
    expect(new Set(items.map(({ actor }) => actor.name))).toEqual(new Set([adminUser.email]));
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, string]>([
    ['no URL', { url: undefined }, 'url', 'https URL'],
    ['plain HTTP', { url: 'http://hooks.example.com/' }, 'url', 'must start with https://'],
    ['a private address', { url: 'https://192.168.1.1/' }, 'url', 'must'],
    ['a metadata address', { url: 'https://169.254.169.254/latest/meta-data' }, 'url', 'must'],
    ['a decimal address', { url: 'https://2852039166/' }, 'url', 'must'],
    ['a user name', { url: 'https://me:secret@hooks.example.com/' }, 'url', 'user name'],
    ['no eventTypes', { eventTypes: [] }, 'eventTypes', 'person.created'],
    ['an unknown event', { eventTypes: ['deal.won'] }, 'eventTypes.0', 'person.created'],
    ['half a pattern', { eventTypes: ['call_list'] }, 'eventTypes.0', 'call_list.*'],
    ['a pattern twice', { eventTypes: ['*', '*'] }, 'eventTypes', 'duplicates'],
    ['a long description', { description: 'x'.repeat(201) }, 'description', '200'],
    ['its secret', { secret: 'whsec_AAAA' }, 'secret', 'url, roleArn, eventTypes, description'],
  ])('rejects %s, naming what is allowed', async (_, fields, parameter, detail) => {
    const response = await admin('/webhook-endpoints', {
      as: adminUser,
      method: 'POST',
      body: { url: URL_1, eventTypes: ['*'], ...fields },
    });
    expect(expectProblem(response, 400, 'invalid-request').errors).toEqual([
      { parameter, detail: expect.stringContaining(detail) },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['an empty body', {}, 'body'],
    ['a URL that is not allowed', { url: 'https://127.0.0.1:1/' }, 'url'],
    ['text for isEnabled', { isEnabled: 'yes' }, 'isEnabled'],
  ])('rejects an update to %s', async (_, body, parameter) => {
    const { id } = await create();
    // The test runner allows webhooks to 127.0.0.1, so use a different private address.
    const tried = JSON.parse(JSON.stringify(body).replace('127.0.0.1:1', '10.0.0.1'));
    const { errors } = expectProblem(await on(id, '', 'PATCH', tried), 400, 'invalid-request');
    expect(errors).toEqual([expect.objectContaining({ parameter })]);
  });

  it.each<[string, unknown, string]>([
    ['text for a time', { after: 'yesterday' }, 'after'],
    ['a range that ends before it starts', { after: ANY_RANGE.before, before: ANY_RANGE.after }, 'body'],
    ['an unknown state', { ...ANY_RANGE, states: ['pending'] }, 'states.0'],
    ['an unknown field', { ...ANY_RANGE, cursor: 'AAAA' }, 'cursor'],
  ])('rejects a replay with %s', async (_, body, parameter) => {
    const { id } = await create();
    const { errors } = expectProblem(await on(id, '/replay', 'POST', body), 400, 'invalid-request');
    expect(errors.map((each) => each.parameter)).toContain(parameter);
  });

  it('lists endpoints page by page', async () => {
    const { admin: other } = await newOrganization();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++)
      ids.unshift((await createEndpointAs(other, { url: `${URL_1}/${count}` })).id);
    const page = await admin('/webhook-endpoints?limit=2', { as: other });
    const { items, nextCursor } = bodyOf<{ items: EndpointDocument[]; nextCursor: string }>(page);
    const rest = bodyOf<{ items: EndpointDocument[]; nextCursor?: string }>(
      await admin(`/webhook-endpoints?limit=2&cursor=${nextCursor}`, { as: other }),
    );
    expect([...items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect(rest).not.toHaveProperty('nextCursor');
    expect(page.headers['link']).toContain(nextCursor);
    // A cursor is valid only for its organization.
    const foreign = await admin(`/webhook-endpoints?limit=2&cursor=${nextCursor}`, { as: adminUser });
    expectProblem(foreign, 400, 'invalid-request');
  });
});

describeAdmin('each webhook operation', () => {
  const routes = Object.entries(WEBHOOK_ROUTES);

  it.each(routes)('%s requires an admin', async (name, { method, path }) => {
    const { id } = await create();
    const response = await admin(path.replace('{id}', id), { as: member, method, body: bodyFor(name) });
    expect(expectProblem(response, 403, 'forbidden').detail).toBe(
      'Only an admin of your organization can manage webhooks.',
    );
  });

  it.each(routes)('%s requires a signed-in user', async (name, { method, path }) => {
    const call = { as: null, method, body: bodyFor(name) };
    expectProblem(await admin(path.replace('{id}', randomUUID()), call), 401, 'unauthorized');
  });

  it.each(routes.filter(([, { path }]) => path.includes('{id}')))(
    "%s returns the same 404 for another organization's resource as for a missing one",
    async (name, { method, path }) => {
      const { id } = await create();
      const delivery = bodyOf<{ id: string }>(await on(id, '/test', 'POST'), 202);
      const target = path.startsWith('/deliveries') ? delivery.id : id;
      const ask = async (each: string) => {
        const call = { as: service.second.admin, method, body: bodyFor(name) };
        const response = await admin(path.replace('{id}', each), call);
        return expectProblem(response, 404, 'not-found');
      };
      expect(await ask(target)).toEqual(await ask(randomUUID()));
      expect(bodyOf<EndpointDocument>(await on(id, '', 'GET')).isEnabled).toBe(true);
      expect(await deliveriesAs(adminUser, id)).toHaveLength(1);
    },
  );

  it.each(routes.filter(([, { path }]) => path.includes('{id}')))(
    '%s requires a UUID',
    async (name, { method, path }) => {
      const call = { as: adminUser, method, body: bodyFor(name) };
      expectProblem(await admin(path.replace('{id}', 'none'), call), 400, 'invalid-request');
    },
  );
});
