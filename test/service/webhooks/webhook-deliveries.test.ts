import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { webhookEndpointKey } from '../../../shared/table/items/webhook-keys.ts';
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
import { openWebhookTable } from '../../support/webhooks/webhook-table.ts';
import {
  createEndpointAs,
  type DeliveryDocument,
  deliveriesAs,
  type Endpoint,
  type EndpointDocument,
  importRecords,
  startEndpoint,
  verify,
} from '../../support/webhooks/webhooks.ts';

const endpoints: Endpoint[] = [];
afterAll(async () => {
  await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
});

/** Creates an organization with one local endpoint, registered for these events. */
const prepare = async (eventTypes: readonly string[] = ['*']) => {
  const { organizationId, admin: adminUser } = await newOrganizationWithAdmin();
  const endpoint = await startEndpoint();
  endpoints.push(endpoint);
  const registered = await createEndpointAs(adminUser, { url: endpoint.url, eventTypes });
  const on = (path: string, method: string, body?: unknown) =>
    admin(`/webhook-endpoints/${registered.id}${path}`, {
      as: adminUser,
      method,
      ...(body === undefined ? {} : { body }),
    });
  return { organizationId, adminUser, endpoint, registered, on };
};

interface ShownRequest {
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
}

interface ReplayDocument {
  readonly id: string;
  readonly state: string;
  readonly finishedAt: string | null;
}

/** Waits until the latest replay to an endpoint has ended. */
const endedReplay = (on: Awaited<ReturnType<typeof prepare>>['on']): Promise<ReplayDocument> =>
  eventually(async () => {
    const details = bodyOf<{ latestReplay: ReplayDocument | null }>(await on('?include=latestReplay', 'GET'));
    return details.latestReplay?.finishedAt ? details.latestReplay : undefined;
  });

/** Waits until an endpoint is failing, or healthy: its health is stored after the delivery that shows it. */
const untilFailing = (on: Awaited<ReturnType<typeof prepare>>['on'], isFailing: boolean): Promise<true> =>
  eventually(async () => {
    const { failingSince } = bodyOf<EndpointDocument>(await on('', 'GET'));
    return (failingSince !== null) === isFailing || undefined;
  });

const person = (changes: Readonly<Record<string, unknown>> = {}) => {
  const [template] = sampleData('Webhooks').people;
  return { ...template, id: randomUUID(), companyId: null, ...changes };
};

describeAdmin('an event', () => {
  it('delivers an event to subscribed endpoints, signed, with the full record and its changes', async () => {
    const { organizationId, adminUser, endpoint, registered } = await prepare(['person.*']);
    const before = person({ title: 'Director' });
    const { companies } = sampleData('Webhooks');
    await importRecords(organizationId, { people: [before], companies: companies.slice(0, 1) });
    await eventually(() => endpoint.received[0]);
    await importRecords(organizationId, { people: [{ ...before, title: 'President' }] });
    const second = await eventually(() => endpoint.received[1]);

    for (const received of endpoint.received) verify(received, registered.secret);
    expect(second.headers['webhook-id']).toBe(second.event.id);
    expect(second.event).toEqual({
      id: expect.any(String),
      type: 'person.updated',
      organizationId,
      timestamp: expect.any(String),
      sequence: 2,
      isSilent: false,
      data: expect.objectContaining({ id: before.id, title: 'President' }),
      previous: expect.objectContaining({ title: 'Director' }),
    });
    const { key } = await createKeyAs(adminUser, { permissions: ['person:read', 'person.contact:read'] });
    expect(second.event.data).toEqual((await call(`/v1/person/${before.id}`, { key })).json);
    expect(endpoint.received.map(({ event }) => [event.type, event.sequence])).toEqual([
      ['person.created', 1],
      ['person.updated', 2],
    ]);
    const deliveries = await eventually(async () => {
      const all = await deliveriesAs(adminUser, registered.id);
      return all.every(({ state }) => state === 'succeeded') ? all : undefined;
    });
    expect(deliveries.map(({ eventType, attemptCount }) => [eventType, attemptCount])).toEqual([
      ['person.updated', 1],
      ['person.created', 1],
    ]);
    expect(deliveries[0]?.attempts).toMatchObject([{ status: 204, error: null }]);
  });

  it('shows the request that was sent, without its signature, and the place in the feed', async () => {
    const { organizationId, adminUser, endpoint, registered } = await prepare(['person.*']);
    await importRecords(organizationId, { people: [person({ lastName: 'Öğretmen <"🙂">' })] });
    const received = await eventually(() => endpoint.received[0]);
    const [delivery] = await eventually(async () => {
      const all = await deliveriesAs(adminUser, registered.id);
      return all.length > 0 ? all : undefined;
    });
    const response = await admin(`/deliveries/${delivery?.id}`, { as: adminUser });
    const shown = bodyOf<{ eventPosition: string; request: ShownRequest }>(response);
    expect(shown.request).toMatchObject({ url: registered.url, body: received.body });
    const headers = shown.request.headers.map(({ name, value }) => [name.toLowerCase(), value] as const);
    expect(received.headers).toMatchObject(Object.fromEntries(headers));
    expect(headers.map(([name]) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'content-type',
      'content-length',
      'user-agent',
    ]);
    expect(response.text).not.toContain(received.headers['webhook-signature']);
    const { json } = await admin(`/events/${shown.eventPosition}`, { as: adminUser });
    expect(json).toMatchObject({ event: received.event });
  });

  it('sends the same bytes as the feed', async () => {
    const { organizationId, adminUser, endpoint } = await prepare();
    const permissions = ['event:read', 'person:read', 'person.contact:read'];
    const { key } = await createKeyAs(adminUser, { permissions });
    await importRecords(organizationId, {
      people: [person({ lastName: 'Öğretmen <"\u2028🙂">' }), person()],
    });
    await eventually(() => endpoint.received[1]);
    const feed = (await call('/v1/event', { key })).bytes.toString('utf8');
    for (const { body } of endpoint.received) expect(feed).toContain(body);
    expect(JSON.parse(feed).items).toHaveLength(2);
  });

  it('delivers events of call lists and entries, but not of a silent import', async () => {
    const { organizationId, endpoint, registered } = await prepare();
    const { people, companies, callLists } = sampleData('Webhooks');
    await importRecords(organizationId, { people, companies }, ['--silent']);
    await importRecords(organizationId, { 'call-lists': callLists.slice(0, 1) });
    const entries = callLists[0]?.entries.length ?? 0;
    await eventually(() => endpoint.received.length >= entries + 1 || undefined);
    for (const received of endpoint.received) verify(received, registered.secret);
    const types = endpoint.received.map(({ event }) => event.type);
    expect(types.filter((type) => type === 'call_list.created')).toHaveLength(1);
    expect(types.filter((type) => type === 'call_list_entry.created')).toHaveLength(entries);
    expect(types.filter((type) => /^(person|company)/.test(type))).toEqual([]);
  });

  it('delivers each rapid change, with its own sequence', async () => {
    const { organizationId, endpoint } = await prepare();
    const one = person();
    await Promise.all(
      ['One', 'Two', 'Three'].map((title) => importRecords(organizationId, { people: [{ ...one, title }] })),
    );
    await eventually(() => endpoint.received.length >= 3 || undefined);
    expect(endpoint.received.map(({ event }) => event.sequence).toSorted()).toEqual([1, 2, 3]);
    expect(new Set(endpoint.received.map(({ event }) => event.id)).size).toBe(3);
  });

  it('never delivers to another organization', async () => {
    const mine = await prepare();
    const theirs = await prepare();
    await importRecords(mine.organizationId, { people: [person()] });
    await eventually(() => mine.endpoint.received[0]);
    // An event of the other organization would arrive before this test event.
    bodyOf(await theirs.on('/test', 'POST'), 202);
    await eventually(() => theirs.endpoint.received[0]);
    expect(theirs.endpoint.received.map(({ event }) => event.type)).toEqual(['webhook.test']);
  });
});

describeAdmin('a delivery', () => {
  it('retries with the same id, signed with the rotated secret', async () => {
    const { adminUser, endpoint, registered, on } = await prepare();
    endpoint.answer(500, 204);
    bodyOf(await on('/test', 'POST'), 202);
    const first = await eventually(() => endpoint.received[0]);
    const rotated = bodyOf<EndpointDocument>(await on('/rotate-secret', 'POST'), 201);
    const second = await eventually(() => endpoint.received[1]);
    verify(first, registered.secret);
    expect(() => verify(first, rotated.secret)).toThrow();
    verify(second, registered.secret);
    verify(second, rotated.secret);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    const [delivery] = await eventually(async () => {
      const all = await deliveriesAs(adminUser, registered.id);
      return all[0]?.state === 'succeeded' ? all : undefined;
    });
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 204]);
    expect(delivery?.attempts[0]).toMatchObject({ responseBody: '{"thanks":true}' });
  });

  it('lists a delivery after its last attempt, and replays it repeatedly', async () => {
    const { adminUser, endpoint, registered, on } = await prepare();
    endpoint.answer(503);
    const { id } = bodyOf<DeliveryDocument>(await on('/test', 'POST'), 202);
    const read = async () => bodyOf<DeliveryDocument>(await admin(`/deliveries/${id}`, { as: adminUser }));
    const failed = await eventually(async () => {
      const delivery = await read();
      return delivery.state === 'failed' ? delivery : undefined;
    });
    expect(failed).toMatchObject({ attemptCount: 4, payload: { type: 'webhook.test' } });
    expect(await deliveriesAs(adminUser, registered.id, '?state=failed')).toHaveLength(1);
    await untilFailing(on, true);

    endpoint.answer(204);
    for (let attempts = 5; attempts <= 6; attempts++) {
      bodyOf(await admin(`/deliveries/${id}/replay`, { as: adminUser, method: 'POST' }), 202);
      await eventually(async () => ((await read()).attemptCount === attempts ? true : undefined));
    }
    expect(await read()).toMatchObject({ state: 'succeeded', attemptCount: 6 });
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await untilFailing(on, false);
  });

  it('lists a delivery as retrying from its first failure', async () => {
    const { adminUser, endpoint, registered, on } = await prepare();
    endpoint.answer(500);
    const { id } = bodyOf<DeliveryDocument>(await on('/test', 'POST'), 202);
    const [delivery] = await eventually(async () => {
      const all = await deliveriesAs(adminUser, registered.id, '?state=retrying,failed');
      return all.length > 0 ? all : undefined;
    });
    endpoint.answer(204);
    expect(delivery).toMatchObject({ id, state: 'retrying' });
    expect(await deliveriesAs(adminUser, registered.id, '?state=failed,missed')).toEqual([]);
    await eventually(
      async () => (await deliveriesAs(adminUser, registered.id, '?state=retrying')).length === 0 || undefined,
    );
    expect(await deliveriesAs(adminUser, registered.id)).toMatchObject([{ id, state: 'succeeded' }]);
  });

  it('replays a range to send deliveries missed while the endpoint was disabled', async () => {
    const { organizationId, adminUser, endpoint, registered, on } = await prepare();
    bodyOf(await on('', 'PATCH', { isEnabled: false }));
    await importRecords(organizationId, { people: [person(), person()] });
    await eventually(
      async () => (await deliveriesAs(adminUser, registered.id, '?state=missed')).length === 2 || undefined,
    );
    expect(endpoint.received).toEqual([]);
    bodyOf(await on('', 'PATCH', { isEnabled: true }));
    const range = { after: '2026-01-01T00:00:00Z', before: '2099-01-01T00:00:00Z' };
    const started = bodyOf<ReplayDocument>(await on('/replay', 'POST', range), 202);
    expect(started).toMatchObject({ state: 'queued', states: ['failed', 'missed'], replayed: 0 });
    expect(await endedReplay(on)).toMatchObject({ id: started.id, replayed: 2, totalCount: 2 });
    await eventually(() => endpoint.received.length >= 2 || undefined);
    for (const received of endpoint.received) verify(received, registered.secret);
  });

  it('disables an endpoint that returns 410, with an audit log entry', async () => {
    const { adminUser, endpoint, registered, on } = await prepare();
    endpoint.answer(410);
    bodyOf(await on('/test', 'POST'), 202);
    await eventually(async () =>
      bodyOf<EndpointDocument>(await on('', 'GET')).disabledReason === 'gone' ? true : undefined,
    );
    const log = await admin(`/audit-log?targetId=${registered.id}&actorId=system`, { as: adminUser });
    expect(bodyOf<{ items: { action: string }[] }>(log).items).toMatchObject([
      { action: 'webhook_endpoint.disabled', details: { reason: 'gone' } },
    ]);
  });

  it('returns 404 from every operation on a delivery once its endpoint is deleted', async () => {
    const { adminUser, endpoint, on } = await prepare();
    const { id } = bodyOf<DeliveryDocument>(await on('/test', 'POST'), 202);
    await eventually(() => endpoint.received[0]);
    bodyOf(await on('', 'DELETE'));
    for (const response of [
      await admin(`/deliveries/${id}`, { as: adminUser }),
      await admin(`/deliveries/${id}/replay`, { as: adminUser, method: 'POST' }),
      await on('/deliveries', 'GET'),
    ]) {
      expectProblem(response, 404, 'not-found');
    }
  });

  it('does not follow redirects', async () => {
    const { adminUser, endpoint, registered, on } = await prepare();
    const target = await startEndpoint();
    endpoints.push(target);
    endpoint.headers = { Location: target.url };
    endpoint.answer(307);
    bodyOf(await on('/test', 'POST'), 202);
    const [delivery] = await eventually(async () => {
      const all = await deliveriesAs(adminUser, registered.id);
      return (all[0]?.attemptCount ?? 0) > 0 ? all : undefined;
    });
    expect(delivery?.attempts[0]).toMatchObject({ status: 307, error: expect.stringContaining('redirect') });
    expect(target.received).toEqual([]);
  });
});

describeAdmin('a replay of many deliveries', () => {
  it('recovers what an endpoint refused while it was down, each event once, with an audit entry', async () => {
    const { organizationId, adminUser, endpoint, registered, on } = await prepare(['person.*']);
    endpoint.answer(500);
    const people = [person(), person(), person()];
    await importRecords(organizationId, { people });
    await eventually(
      async () => (await deliveriesAs(adminUser, registered.id, '?state=failed')).length === 3 || undefined,
    );
    await untilFailing(on, true);

    endpoint.answer(204);
    const sent = endpoint.received.length;
    const started = bodyOf<ReplayDocument>(await on('/replay', 'POST', { states: ['failed'] }), 202);
    expectProblem(await on('/replay', 'POST', {}), 409, 'conflict');
    expect(await endedReplay(on)).toMatchObject({
      id: started.id,
      state: 'completed',
      replayed: 3,
      unavailable: 0,
      changed: 0,
      createdBy: adminUser.email,
    });
    await eventually(
      async () =>
        (await deliveriesAs(adminUser, registered.id)).every(({ state }) => state === 'succeeded') ||
        undefined,
    );
    const again = endpoint.received.slice(sent);
    for (const received of again) verify(received, registered.secret);
    expect(again.map(({ event }) => event.data.id).toSorted()).toEqual(people.map(({ id }) => id).toSorted());
    await untilFailing(on, false);

    const log = await admin(`/audit-log?targetId=${registered.id}`, { as: adminUser });
    expect(bodyOf<{ items: unknown[] }>(log).items.slice(0, 2)).toMatchObject([
      { action: 'webhook_endpoint.replay_finished', details: { state: 'completed', replayed: 3 } },
      { action: 'webhook_endpoint.replayed', details: { replayId: started.id } },
    ]);
    // All are delivered: the next one finds nothing.
    bodyOf(await on('/replay', 'POST', { states: ['retrying', 'failed', 'missed'] }), 202);
    expect(await endedReplay(on)).toMatchObject({ replayed: 0, totalCount: 0 });
    expect(endpoint.received).toHaveLength(sent + 3);
  });

  it('is not found for the endpoint of another organization', async () => {
    const mine = await prepare();
    const { adminUser: stranger } = await prepare();
    const request = { as: stranger, method: 'POST', body: {} };
    expectProblem(await admin(`/webhook-endpoints/${mine.registered.id}/replay`, request), 404, 'not-found');
    expect(bodyOf(await mine.on('?include=latestReplay', 'GET'))).toMatchObject({ latestReplay: null });
  });
});

describeAdmin('an operational event', () => {
  const typesOf = (endpoint: Endpoint) => endpoint.received.map(({ event }) => event.type);

  /** Registers a second endpoint of the organization. */
  const watch = async (adminUser: SampleUser, eventTypes: readonly string[]) => {
    const endpoint = await startEndpoint();
    endpoints.push(endpoint);
    const registered = await createEndpointAs(adminUser, { url: endpoint.url, eventTypes });
    return { endpoint, registered };
  };

  it('tells the other endpoints and the feed that an endpoint was disabled', async () => {
    const { adminUser, endpoint, registered, on } = await prepare(['*']);
    const watching = await watch(adminUser, ['webhook_endpoint.disabled']);
    endpoint.answer(410);
    bodyOf(await on('/test', 'POST'), 202);
    const received = await eventually(() => watching.endpoint.received[0]);
    verify(received, watching.registered.secret);
    const disabled = bodyOf<EndpointDocument>(await on('', 'GET'));
    expect(received.event).toMatchObject({
      type: 'webhook_endpoint.disabled',
      sequence: 1,
      data: { id: registered.id, disabledReason: 'gone', disabledAt: disabled.disabledAt },
      previous: {},
    });
    expect(await deliveriesAs(adminUser, registered.id)).toMatchObject([{ eventType: 'webhook.test' }]);

    const { json } = await admin('/events?types=webhook_endpoint.*', { as: adminUser });
    expect(json).toMatchObject({ items: [{ event: received.event }] });
  });

  it('hides operational events from API keys, unless an API key created the endpoint', async () => {
    const { adminUser, endpoint, on } = await prepare(['*']);
    const watching = await watch(adminUser, ['webhook_endpoint.disabled']);
    const { key } = await createKeyAs(adminUser, { permissions: PERMISSIONS });
    const headers = { 'Content-Type': 'application/json' };
    const subscribe = async (eventTypes: readonly string[]) => {
      const receiver = await startEndpoint();
      endpoints.push(receiver);
      const body = JSON.stringify({ url: receiver.url, eventTypes });
      const response = await call('/v1/webhook-endpoint', { key, method: 'POST', headers, body });
      return { receiver, created: bodyOf<{ id: string; keyId: string }>(response, 201) };
    };
    const { receiver: gone, created } = await subscribe(['person.*']);
    const { receiver: observer } = await subscribe(['*']);
    const disable = async (receiver: Endpoint, test: () => Promise<ApiResponse>): Promise<void> => {
      const count = watching.endpoint.received.length;
      receiver.answer(410);
      bodyOf(await test(), 202);
      await eventually(() => watching.endpoint.received[count]);
    };
    await disable(endpoint, () => on('/test', 'POST'));
    const testPath = `/webhook-endpoints/${created.id}/test`;
    await disable(gone, () => admin(testPath, { as: adminUser, method: 'POST' }));
    await eventually(() => observer.received[0]);

    const shown = { type: 'webhook_endpoint.disabled', data: { id: created.id, apiKeyId: created.keyId } };
    const isOperational = ({ type }: { readonly type: string }) => type.startsWith('webhook_endpoint.');
    expect(observer.received.map(({ event }) => event).filter(isOperational)).toMatchObject([shown]);
    for (const query of ['', '?types=webhook_endpoint.*', '?types=*']) {
      const { items } = bodyOf<{ items: { type: string }[] }>(await call(`/v1/event${query}`, { key }));
      expect(items.filter(isOperational)).toMatchObject([shown]);
      expect(items.filter(isOperational)).toHaveLength(1);
    }
    const permissions = PERMISSIONS.filter((each) => each !== 'webhook:manage');
    const { key: reader } = await createKeyAs(adminUser, { permissions });
    expect(bodyOf<{ items: unknown[] }>(await call('/v1/event', { key: reader })).items).toEqual([]);
    const refused = await call('/v1/event?types=webhook_endpoint.failing', { key: reader });
    expect(expectProblem(refused, 403, 'forbidden')['missingPermissions']).toEqual(['webhook:manage']);
  });

  it('tells the other endpoints that an endpoint has failed for a day', async () => {
    const { organizationId, adminUser, endpoint, registered, on } = await prepare(['*']);
    const watching = await watch(adminUser, ['webhook_endpoint.*']);
    const { DATA_DIR: dataDirectory = '' } = service.toolEnvironment;
    const failingSince = new Date(Date.now() - 86_400_000).toISOString();
    await openWebhookTable(dataDirectory).writer.update({
      Key: { ...webhookEndpointKey(organizationId, registered.id) },
      UpdateExpression: 'SET failingSince = :since',
      ExpressionAttributeValues: { ':since': failingSince },
    });
    endpoint.answer(500);
    bodyOf(await on('/test', 'POST'), 202);
    const received = await eventually(() => watching.endpoint.received[0]);
    verify(received, watching.registered.secret);
    expect(received.event).toMatchObject({
      type: 'webhook_endpoint.failing',
      data: { id: registered.id, disabledReason: null, failingSince },
    });
    // All attempts of the test event fail.
    await eventually(() => endpoint.received.length === 4 || undefined);
    expect(typesOf(watching.endpoint)).toEqual(['webhook_endpoint.failing']);
    expect(new Set(typesOf(endpoint))).toEqual(new Set(['webhook.test']));
  });
});
