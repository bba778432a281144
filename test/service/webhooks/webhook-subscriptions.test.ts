import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/problem.ts';
import {
  admin,
  bodyOf,
  createKeyAs,
  describeAdmin,
  newOrganizationWithAdmin,
} from '../../support/organizations/admin.ts';
import type { SampleUser } from '../../support/organizations/organization-users.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { type ApiResponse, call, service } from '../../support/service/service.ts';
import { registerSecrets } from '../../support/values/secrets.ts';
import {
  createEndpointAs,
  deliveriesAs,
  type Endpoint,
  type EndpointDocument,
  importRecords,
  startEndpoint,
  verify,
} from '../../support/webhooks/webhooks.ts';

const receivers: Endpoint[] = [];
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

const receiver = async (): Promise<Endpoint> => {
  const started = await startEndpoint();
  receivers.push(started);
  return started;
};

const PATH = '/v1/webhook-endpoint';

interface Subscription {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly isEnabled: boolean;
  readonly disabledReason: string | null;
  readonly keyId: string;
  readonly secret: string;
}

const post = async (key: string, body: unknown, idempotencyKey?: string): Promise<ApiResponse> => {
  const headers = {
    'Content-Type': 'application/json',
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
  const response = await call(PATH, { key, method: 'POST', headers, body: JSON.stringify(body) });
  registerSecrets(service.toolEnvironment['DATA_DIR'], response.json);
  return response;
};

const subscribe = async (key: string, body: Readonly<Record<string, unknown>>): Promise<Subscription> =>
  bodyOf(await post(key, body), 201);

const unsubscribe = (key: string, id: string): Promise<ApiResponse> =>
  call(`${PATH}/${id}`, { key, method: 'DELETE' });

const listed = async (key: string, query = ''): Promise<readonly Subscription[]> =>
  bodyOf<{ items: readonly Subscription[] }>(await call(`${PATH}${query}`, { key })).items;

const endpointAs = async (as: SampleUser, id: string) =>
  bodyOf<EndpointDocument & { readonly apiKeyId: string | null; readonly createdBy: string }>(
    await admin(`/webhook-endpoints/${id}`, { as }),
  );

const auditLogAs = async (as: SampleUser, targetId: string) =>
  bodyOf<{
    items: readonly {
      readonly action: string;
      readonly actor: { readonly id: string; readonly name: string };
      readonly details: Readonly<Record<string, unknown>>;
    }[];
  }>(await admin(`/audit-log?targetId=${targetId}`, { as })).items;

const newPerson = (): Readonly<Record<string, unknown>> => ({
  ...sampleData('Webhooks').people[0],
  id: randomUUID(),
  companyId: null,
});

const prepare = async (permissions: readonly string[] = PERMISSIONS) => {
  const { organizationId, admin: user } = await newOrganizationWithAdmin();
  const { id: keyId, key } = await createKeyAs(user, { name: 'Zapier', permissions });
  return { organizationId, user, keyId, key };
};

describeAdmin('a webhook endpoint that a key creates', () => {
  it('delivers signed events until the endpoint is deleted', async () => {
    const { organizationId, user, keyId, key } = await prepare(['webhook:manage', 'person:read']);
    const { url, received } = await receiver();
    const { secret, ...endpoint } = await subscribe(key, { url, eventTypes: ['person.created'] });
    expect(endpoint).toEqual({
      id: expect.any(String),
      url,
      eventTypes: ['person.created'],
      description: null,
      isEnabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      filter: null,
      headers: [],
      maxPerSecond: null,
      payload: 'full',
      keyId,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await listed(key)).toEqual([endpoint]);

    await importRecords(organizationId, { people: [newPerson()] });
    const delivered = await eventually(() => received[0]);
    verify(delivered, secret);
    expect(delivered.event.type).toBe('person.created');

    const deleted = await unsubscribe(key, endpoint.id);
    expect(deleted.json).toEqual({ ...endpoint, failingSince: null });
    expect(await listed(key)).toEqual([]);
    // A second endpoint shows when the events after the deletion are fanned out.
    const other = await receiver();
    await subscribe(key, { url: other.url, eventTypes: ['person.created'] });
    await importRecords(organizationId, { people: [newPerson()] });
    await eventually(() => other.received[0]);
    expect(received).toHaveLength(1);

    const actor = { id: `key:${keyId}`, name: 'API key “Zapier”', from: expect.any(String) };
    expect(await auditLogAs(user, endpoint.id)).toMatchObject([
      { action: 'webhook_endpoint.deleted', actor, details: { url } },
      { action: 'webhook_endpoint.created', actor, details: { url } },
    ]);
  });

  it('shows an endpoint to admins with its key, and to keys without its secret', async () => {
    const { user, keyId, key } = await prepare();
    const { url } = await receiver();
    const { id, secret } = await subscribe(key, { url, eventTypes: ['*'], description: 'All' });
    expect(await endpointAs(user, id)).toMatchObject({
      apiKeyId: keyId,
      createdBy: 'API key “Zapier”',
      eventTypes: ['*'],
      description: 'All',
    });
    const response = await call(PATH, { key });
    expect(response.text).toContain(id);
    expect(response.text).not.toContain(secret);
    expect(response.headers['etag']).toBeDefined();
    const issued = await post(key, { url, eventTypes: ['person.*'] });
    expect(issued.headers['cache-control']).toBe('no-store');
    expect(issued.headers['etag']).toBeUndefined();
  });

  it('lists endpoints page by page', async () => {
    const { key } = await prepare();
    const { url } = await receiver();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.push((await subscribe(key, { url: `${url}/${count}`, eventTypes: ['*'] })).id);
    }
    const first = bodyOf<{ items: Subscription[]; nextCursor: string }>(
      await call(`${PATH}?limit=2`, { key }),
    );
    const rest = await listed(key, `?limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(first.items).toHaveLength(2);
  });

  it.each([
    ['an unknown field', { events: ['*'] }, ['events']],
    ['no event type', { eventTypes: [] }, ['eventTypes']],
    ['an unknown event type', { eventTypes: ['person.moved'] }, ['eventTypes.0']],
    ['a private address', { url: 'https://10.0.0.1/' }, ['url']],
    ['an address of cloud metadata', { url: 'https://169.254.169.254/' }, ['url']],
    ['a long description', { description: 'x'.repeat(201) }, ['description']],
  ])('rejects %s, by name', async (_, changes, parameters) => {
    const body = { url: 'https://hooks.example/', eventTypes: ['person.*'], ...changes };
    const { errors } = expectProblem(await post(service.first.key, body), 400, 'invalid-request');
    expect(errors).toMatchObject(parameters.map((parameter) => ({ parameter })));
  });

  it('requires a JSON body of bounded size', async () => {
    const { key } = service.first;
    for (const headers of [{}, { 'Content-Type': 'text/plain' }]) {
      const response = await call(PATH, { key, method: 'POST', headers, body: '{}' });
      expectProblem(response, 415, 'unsupported-media-type');
    }
    const response = await post(key, { url: `https://hooks.example/${'a'.repeat(100_001)}` });
    expectProblem(response, 413, 'content-too-large');
  });

  it('accepts only event types that the key may read', async () => {
    const { key } = await prepare(['webhook:manage', 'person:list', 'call-list:read']);
    const { url } = await receiver();
    const missing = async (eventTypes: readonly string[]) =>
      expectProblem(await post(key, { url, eventTypes }), 403, 'forbidden')['missingPermissions'];
    expect(await missing(['person.created', 'company.*'])).toEqual(['company:read']);
    expect(await missing(['import.completed'])).toEqual(['event:read']);
    expect(await missing(['*'])).toEqual(['company:read', 'call:read', 'event:read']);
    await subscribe(key, { url, eventTypes: ['person.*', 'call_list.locked', 'call_list_entry.*'] });
  });
});

describeAdmin('a second webhook endpoint', () => {
  it('rejects the URL and event types of another endpoint, naming that one', async () => {
    const { user, key } = await prepare();
    const { url } = await receiver();
    const { id } = await subscribe(key, { url, eventTypes: ['person.*'] });
    const again = expectProblem(await post(key, { url, eventTypes: ['person.*'] }), 409, 'conflict');
    expect(again.detail).toContain(id);
    const byAdmin = await createEndpointAs(user, { url, eventTypes: ['person.*'] });
    const body = { url, eventTypes: ['person.*'] };
    const response = await admin('/webhook-endpoints', { as: user, method: 'POST', body });
    expect(expectProblem(response, 409, 'conflict').detail).toContain(byAdmin.id);
    const other = await createEndpointAs(user, { url, eventTypes: ['company.*'] });
    const path = `/webhook-endpoints/${other.id}`;
    const updated = await admin(path, { as: user, method: 'PATCH', body: { eventTypes: ['person.*'] } });
    expect(expectProblem(updated, 409, 'conflict').detail).toContain(byAdmin.id);
    await unsubscribe(key, id);
    await subscribe(key, { url, eventTypes: ['person.*'] });
  });

  it('rejects the 21st endpoint at one host, from API keys and from admins', async () => {
    const { user, key } = await prepare();
    const at = (index: number) => `https://hooks.example/${index}`;
    const statuses = await Promise.all(
      Array.from({ length: 22 }, (_, index) => post(key, { url: at(index), eventTypes: ['import.failed'] })),
    );
    expect(statuses.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = statuses.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(2);
    for (const each of refused)
      expect(expectProblem(each, 409, 'conflict').detail).toContain('hooks.example');
    const eventTypes = ['import.failed'];
    for (let index = 0; index < 20; index++) await createEndpointAs(user, { url: at(index), eventTypes });
    const body = { url: at(20), eventTypes };
    const response = await admin('/webhook-endpoints', { as: user, method: 'POST', body });
    expect(expectProblem(response, 409, 'conflict').detail).toContain('20 webhook endpoints');
  });
});

describeAdmin('an endpoint of an admin', () => {
  it("hides an admin's endpoint from keys, and does not delete it for them", async () => {
    const { user, key } = await prepare();
    const { url } = await receiver();
    const { id } = await createEndpointAs(user, { url });
    expect(await listed(key)).toEqual([]);
    const withoutId = ({ json, headers }: ApiResponse) => ({
      body: { ...(json as object), requestId: '' },
      headers: Object.keys(headers).sort(),
    });
    const own = await unsubscribe(key, id);
    expectProblem(own, 404, 'not-found');
    expect(withoutId(own)).toEqual(withoutId(await unsubscribe(key, randomUUID())));
    expect(await endpointAs(user, id)).toMatchObject({ isEnabled: true, apiKeyId: null });
  });
});

describeAdmin("another organization's endpoint", () => {
  it("hides another organization's endpoint, and does not delete it", async () => {
    const [one, other] = [await prepare(), await prepare()];
    const { url } = await receiver();
    const { id } = await subscribe(other.key, { url, eventTypes: ['*'] });
    expect(await listed(one.key)).toEqual([]);
    expectProblem(await unsubscribe(one.key, id), 404, 'not-found');
    expect((await listed(other.key)).map((each) => each.id)).toEqual([id]);
  });
});

describeAdmin('revoking a key', () => {
  it('disables the endpoints of a revoked key and its predecessors, once, and no others', async () => {
    const { organizationId, user, key, keyId } = await prepare();
    const { key: otherKey } = await createKeyAs(user, { permissions: PERMISSIONS });
    const { url, received } = await receiver();
    const others = await receiver();
    const before = await subscribe(key, { url, eventTypes: ['person.*'] });
    const successor = bodyOf<{ id: string; key: string }>(
      await admin(`/api-keys/${keyId}/rotate`, { as: user, method: 'POST', body: { graceSeconds: 60 } }),
      201,
    );
    const after = await subscribe(successor.key, { url: `${url}/2`, eventTypes: ['person.*'] });
    const unrelated = await subscribe(otherKey, { url: others.url, eventTypes: ['person.*'] });
    const byAdmin = await createEndpointAs(user, { url: others.url, eventTypes: ['person.*'] });

    for (let time = 0; time < 2; time++) {
      bodyOf(await admin(`/api-keys/${successor.id}`, { as: user, method: 'DELETE' }));
    }
    for (const { id } of [before, after]) {
      expect(await endpointAs(user, id)).toMatchObject({ isEnabled: false, disabledReason: 'key_revoked' });
      const disabled = (await auditLogAs(user, id)).filter(
        ({ action }) => action === 'webhook_endpoint.disabled',
      );
      expect(disabled).toMatchObject([
        { actor: { name: user.email }, details: { reason: 'key_revoked', keyId: successor.id } },
      ]);
    }
    expect(await endpointAs(user, unrelated.id)).toMatchObject({ isEnabled: true });
    expect(await endpointAs(user, byAdmin.id)).toMatchObject({ isEnabled: true });

    await importRecords(organizationId, { people: [newPerson()] });
    await eventually(() => others.received.length >= 2 || undefined);
    await eventually(async () => {
      const [missed] = await deliveriesAs(user, after.id);
      return missed?.state === 'missed' || undefined;
    });
    expect(received).toEqual([]);
  });

  it("keeps the endpoints of a revoked key's successor", async () => {
    const { user, key, keyId } = await prepare();
    const { url } = await receiver();
    const before = await subscribe(key, { url, eventTypes: ['person.*'] });
    const successor = bodyOf<{ id: string; key: string }>(
      await admin(`/api-keys/${keyId}/rotate`, { as: user, method: 'POST', body: { graceSeconds: 60 } }),
      201,
    );
    const after = await subscribe(successor.key, { url: `${url}/2`, eventTypes: ['person.*'] });
    bodyOf(await admin(`/api-keys/${keyId}`, { as: user, method: 'DELETE' }));
    expect(await endpointAs(user, before.id)).toMatchObject({ disabledReason: 'key_revoked' });
    expect(await endpointAs(user, after.id)).toMatchObject({ disabledReason: null });
  });
});

describeAdmin('removing a permission from a key', () => {
  it("disables a key's endpoints with events that it may no longer read", async () => {
    const { user, key, keyId } = await prepare();
    const { url } = await receiver();
    const people = await subscribe(key, { url, eventTypes: ['person.*'] });
    const companies = await subscribe(key, { url, eventTypes: ['company.created'] });
    const permissions = PERMISSIONS.filter((permission) => !permission.startsWith('person:'));
    bodyOf(await admin(`/api-keys/${keyId}`, { as: user, method: 'PATCH', body: { permissions } }));
    expect(await endpointAs(user, people.id)).toMatchObject({ disabledReason: 'key_permission_removed' });
    expect(await endpointAs(user, companies.id)).toMatchObject({ disabledReason: null });
    expect(await listed(key)).toHaveLength(2);
  });
});

describeAdmin('GET /v1/event-type', () => {
  it('lists event types with their permissions for a key without permissions', async () => {
    const { key } = await prepare([]);
    const { items } = bodyOf<{ items: { type: string; permissions: string[]; example: { type: string } }[] }>(
      await call('/v1/event-type', { key }),
    );
    for (const { type, example } of items) expect(example.type).toBe(type);
    const permissions = Object.fromEntries(items.map((item) => [item.type, item.permissions]));
    expect(permissions).toMatchObject({
      'person.updated': ['person:read', 'person:list'],
      'call_list_entry.created': ['call-list:read'],
      'import.completed': ['event:read'],
    });
  });
});

describeAdmin('an unsupported method', () => {
  it.each([
    ['PUT', PATH, 'GET, HEAD, POST'],
    ['GET', `${PATH}/6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11`, 'DELETE'],
    ['POST', '/v1/event-type', 'GET, HEAD'],
  ])('answers %s %s with 405 and the methods of the path', async (method, path, allowed) => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'Content-Type': type };
      const response = await call(path, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
      expectProblem(response, 405, 'method-not-allowed');
      expect(response.headers['allow']).toBe(allowed);
    }
  });
});

describeAdmin('a subscription with an `Idempotency-Key`', () => {
  it('repeats a creation with the same endpoint and secret, and rejects another body', async () => {
    const { organizationId, user, key } = await prepare(['webhook:manage', 'person:read']);
    const { url, received } = await receiver();
    const body = { url, eventTypes: ['person.created'] };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => post(key, body, 'workflow-42')));
    const { id, secret } = bodyOf<Subscription>(first ?? (await post(key, body)), 201);
    const quoted = await post(key, body, '"workflow-42"');
    for (const other of [...others, quoted, await post(key, body, 'workflow-42')]) {
      expect([other.status, other.json]).toEqual([201, first?.json]);
    }
    expect(await listed(key)).toMatchObject([{ id }]);
    expectProblem(await post(key, { ...body, description: 'x' }, 'workflow-42'), 422, 'idempotency-mismatch');
    expectProblem(await post(key, body, 'a b'), 400, 'invalid-request');
    await importRecords(organizationId, { people: [newPerson()] });
    verify(await eventually(() => received[0]), secret);

    const rotate = `/webhook-endpoints/${id}/rotate-secret`;
    bodyOf(await admin(rotate, { as: user, method: 'POST' }), 201);
    expect(expectProblem(await post(key, body, 'workflow-42'), 409, 'conflict').detail).toContain(id);
    bodyOf(await unsubscribe(key, id));
    expect(expectProblem(await post(key, body, 'workflow-42'), 409, 'conflict').detail).toContain(
      'was deleted',
    );
    expect(bodyOf<Subscription>(await post(key, body, 'workflow-43'), 201).id).not.toBe(id);
  });
});
