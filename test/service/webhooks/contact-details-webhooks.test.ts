import { afterAll, beforeAll, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { eventually } from '../../support/eventually.ts';
import { admin, bodyOf, createKeyAs, describeAdmin } from '../../support/organizations/admin.ts';
import {
  type ContactOrganization,
  createContactOrganization,
  valuesIn,
  valuesOf,
  valuesOfEntry,
  valuesOfPerson,
  WITHOUT_CONTACT,
} from '../../support/records/contact-details.ts';
import { call, service } from '../../support/service/service.ts';
import { registerSecrets } from '../../support/values/secrets.ts';
import {
  createEndpointAs,
  deliveriesAs,
  type Endpoint,
  type EndpointDocument,
  type Received,
  startEndpoint,
  verify,
} from '../../support/webhooks/webhooks.ts';

interface Receiver extends Endpoint {
  readonly id: string;
  readonly secret: string;
}

let organization: ContactOrganization;

const subscribe = async (key: string): Promise<Receiver> => {
  const endpoint = await startEndpoint();
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ url: endpoint.url, eventTypes: ['*'] });
  const response = await call('/v1/webhook-endpoint', { key, method: 'POST', headers, body });
  registerSecrets(service.toolEnvironment['DATA_DIR'], response.json);
  return Object.assign(endpoint, bodyOf<EndpointDocument>(response, 201));
};

const register = async (body: object = {}): Promise<Receiver> => {
  const endpoint = await startEndpoint();
  return Object.assign(endpoint, await createEndpointAs(organization.user, { url: endpoint.url, ...body }));
};

const subscribeWith = async (permissions: readonly string[]) =>
  subscribe((await createKeyAs(organization.user, { permissions })).key);

const EVERY_VALUE = valuesOf(Object.keys({ ...valuesOfPerson('before'), ...valuesOfEntry('before') }), [
  'before',
  'after',
]);

/** Each kind of endpoint, and the values that its deliveries contain. */
const KINDS: readonly (readonly [string, () => Promise<Receiver>, readonly string[]])[] = [
  ['a key with the permission', () => subscribeWith(PERMISSIONS), EVERY_VALUE],
  ['a key without the permission', () => subscribeWith(WITHOUT_CONTACT), []],
  ['an admin', () => register(), EVERY_VALUE],
  ['an admin, without contact details', () => register({ includesContactDetails: false }), []],
];
const receivers = new Map<string, Receiver>();

const EVENTS = ['person', 'call_list_entry'].flatMap((resource) =>
  ['created', 'updated', 'deleted'].map((change) => `${resource}.${change}`),
);
const hasAllEvents = (received: readonly Received[]): boolean =>
  EVENTS.every((type) => received.some(({ event }) => event.type === type));

beforeAll(async () => {
  if (service.admin === undefined) return;
  organization = await createContactOrganization();
  for (const [name, create] of KINDS) receivers.set(name, await create());
  // The first attempt fails, so that a delivery is retried.
  for (const receiver of receivers.values()) receiver.answer(500, 204);
  await organization.changeRecords();
  for (const { received } of receivers.values()) {
    await eventually(() => hasAllEvents(received) || undefined);
  }
});
afterAll(async () => {
  await Promise.all([...receivers.values()].map((receiver) => receiver.stop()));
});

describeAdmin.each(KINDS)('an endpoint of %s', (name, _, values) => {
  const receiver = (): Receiver => {
    const found = receivers.get(name);
    if (found === undefined) throw new Error(`There is no receiver of ${name}.`);
    return found;
  };

  const contents = values.length > 0 ? 'every contact detail' : 'no contact detail';

  /** Checks signatures, documents and contents. */
  const check = (received: readonly Received[]): void => {
    for (const each of received) verify(each, receiver().secret);
    const text = received.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n');
    expect(valuesIn(text).toSorted()).toEqual(values.toSorted());
  };

  it(`receives ${contents} by first attempts and retries`, async () => {
    const { id, received } = receiver();
    const settled = await eventually(async () => {
      const all = await deliveriesAs(organization.user, id, '?limit=50');
      return all.every(({ state }) => state === 'succeeded') ? all : undefined;
    });
    expect(settled.filter(({ attemptCount }) => attemptCount > 1)).not.toEqual([]);
    expect(new Set(received.map(({ event }) => event.id)).size).toBeLessThan(received.length);
    check(received);
  });

  it(`receives ${contents} by replays, also after a test event`, async () => {
    const { id, received } = receiver();
    const { user } = organization;
    const sent = received.length;
    const post = (path: string, body?: object) =>
      admin(path, { as: user, method: 'POST', ...(body && { body }) });
    bodyOf(await post(`/webhook-endpoints/${id}/test`), 202);
    const range = { after: '2020-01-01T00:00:00.000Z', before: '2099-01-01T00:00:00.000Z' };
    bodyOf(await post(`/webhook-endpoints/${id}/replay`, { ...range, states: ['succeeded'] }), 202);
    await eventually(() => hasAllEvents(received.slice(sent)) || undefined);
    const deliveries = await deliveriesAs(user, id, '?limit=50');
    const delivery = deliveries.find(({ eventType }) => eventType === 'person.updated');
    const before = received.length;
    await eventually(
      async () => (await post(`/deliveries/${delivery?.id}/replay`)).status === 202 || undefined,
    );
    const isReplayed = ({ event }: Received): boolean => event.id === delivery?.eventId;
    await eventually(() => received.slice(before).some(isReplayed) || undefined);
    check(received.slice(sent));
    const shown = bodyOf<{ payload: unknown }>(await admin(`/deliveries/${delivery?.id}`, { as: user }));
    expect(received.find(isReplayed)?.event).toEqual(shown.payload);
  });
});

describeAdmin('an admin’s change of an endpoint', () => {
  it('applies an admin’s change of an endpoint to replays of earlier events', async () => {
    const { user } = organization;
    const receiver = receivers.get('an admin');
    const sent = receiver?.received.length ?? 0;
    const path = `/webhook-endpoints/${receiver?.id}`;
    const body = { includesContactDetails: false };
    expect(bodyOf(await admin(path, { as: user, method: 'PATCH', body }))).toMatchObject(body);
    const deliveries = await deliveriesAs(user, receiver?.id ?? '', '?limit=50');
    const delivery = deliveries.find(({ eventType }) => eventType === 'person.updated');
    const replay = () => admin(`/deliveries/${delivery?.id}/replay`, { as: user, method: 'POST' });
    await eventually(async () => (await replay()).status === 202 || undefined);
    const [replayed] = await eventually(() => {
      const events = receiver?.received.slice(sent).filter(({ event }) => event.id === delivery?.eventId);
      return events?.length ? events : undefined;
    });
    expect(valuesIn(replayed?.body ?? '')).toEqual([]);
    expect(replayed?.event.previous).not.toHaveProperty('emails');
  });
});

describeAdmin('taking the permission from a key', () => {
  it("hides contact details from a key's next request, and disables its endpoints", async () => {
    const { user, kept } = organization;
    const { id, key } = await createKeyAs(user, { permissions: PERMISSIONS });
    const { id: endpointId, stop } = await subscribe(key);
    await stop();
    const change = (body: object) => admin(`/api-keys/${id}`, { as: user, method: 'PATCH', body });
    const stateOf = async () =>
      bodyOf<EndpointDocument>(await admin(`/webhook-endpoints/${endpointId}`, { as: user }));
    const read = async () => valuesIn((await call(`/v1/person/${kept.person}`, { key })).text);

    expect(bodyOf(await change({ name: 'Renamed' }))).toMatchObject({ permissions: PERMISSIONS });
    expect(await read()).not.toEqual([]);
    expect(await stateOf()).toMatchObject({ isEnabled: true, includesContactDetails: true });

    const changed = bodyOf(await change({ permissions: WITHOUT_CONTACT }));
    expect(changed).toMatchObject({ permissions: WITHOUT_CONTACT });
    expect(await read()).toEqual([]);
    expect(await stateOf()).toMatchObject({ isEnabled: false, disabledReason: 'key_permission_removed' });
  });
});
