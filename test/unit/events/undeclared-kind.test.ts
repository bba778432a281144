import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGetEvent } from '../../../functions/events/browse-events/get-event.ts';
import { createListEvents as createBrowseEvents } from '../../../functions/events/browse-events/list-events.ts';
import { createListEvents } from '../../../functions/events/list-events/handler.ts';
import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import { createGetExport } from '../../../functions/exports/get-export/handler.ts';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { readParameters } from '../../../functions/http/request.ts';
import { createFanOut } from '../../../functions/webhooks/fan-out-webhooks/handler.ts';
import { EVENT_TYPES } from '../../../shared/contract/events/event-types.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { appendToFeed } from '../../../shared/events/feed/append-to-feed.ts';
import { FIRST_POSITION } from '../../../shared/events/feed/feed-position.ts';
import { readFeed } from '../../../shared/events/feed/read-feed.ts';
import { readChunk } from '../../../shared/events/feed/stored-chunks.ts';
import { exportEraser } from '../../../shared/exports/erase-exports.ts';
import { EXPORTS } from '../../../shared/exports/export-repository.ts';
import { newExport } from '../../../shared/exports/new-export.ts';
import { EVENT_ROUTES } from '../../../shared/operations/admin-api/events.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { type EraseCopies, erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { exportKey } from '../../../shared/table/items/export-keys.ts';
import { updateOf } from '../../../shared/table/items/update-expression.ts';
import { createSentBodyReader } from '../../../shared/webhooks/deliveries/delivery-body.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import { openTableStream } from '../../support/engine/table-stream.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { createFakeBus } from '../../support/events/fake-bus.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { createOrganization } from '../../support/organizations/organization.ts';
import { indexLookups } from '../../support/records/index-lookups.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import {
  createWebhookFixture,
  sqsEvent,
  type WebhookFixture,
} from '../../support/webhooks/webhook-fixture.ts';

const SECRET = 'zaphod@secret.example';
const actor = { id: 'cli:ada', name: 'cli:ada', from: null };
const [person] = sampleData('Undeclared').people;
if (person === undefined) throw new Error('There are too few sample records.');

const engine = useEngine({ hasStream: true });
let fixture: WebhookFixture;
let organizationId: string;

beforeAll(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => vi.restoreAllMocks();
});

/** An event of a kind that no rule knows. */
const noteEvent = () => ({
  id: randomUUID(),
  type: 'note.created',
  organizationId,
  timestamp: '2026-03-01T00:00:00.000Z',
  sequence: 1,
  isSilent: false,
  data: { id: randomUUID(), personId: person.id, email: SECRET },
  previous: { email: SECRET },
});

const append = async (
  event: { readonly id: string; readonly type: string } & Record<string, unknown>,
): Promise<void> => {
  const events = [{ type: event.type, json: JSON.stringify(event) }];
  const record = { organizationId, id: [event.id], second: '2026-03-01T00:00:00', events };
  await appendToFeed(fixture.store, [record], 30);
};

beforeEach(async () => {
  fixture = createWebhookFixture(engine);
  ({ organizationId } = fixture);
  await createOrganization(engine, organizationId).importRecords({ people: [person] });
});

const erase = (eraseCopies: readonly EraseCopies[]) =>
  erasePerson(fixture.store, organizationId, person.id, {
    actor,
    eraseCopies,
    findReferringIds: async () => [],
  });

const getEvents = async (
  query: Readonly<Record<string, string>>,
  permissions: readonly string[] = PERMISSIONS,
) =>
  dataFunction(ROUTES.listEvents, createListEvents({ reader: fixture.store.reader }))(
    proxyEvent({ organizationId, resource: '/v1/event', query, permissions: permissions.join() }),
    lambdaContext(),
  );

describe('a kind without rules', () => {
  it('has no events and no lookups when its item is stored', async () => {
    const id = randomUUID();
    const item = {
      pk: `ORG#${organizationId}#NOTE#${id}`,
      sk: 'NOTE',
      id,
      personId: person.id,
      email: SECRET,
    };
    await fixture.store.writer.put({ ...item, version: 1 }, undefined);
    const stream = openTableStream(engine);
    const records = (await stream.recordsOf(item.pk)).filter(
      ({ dynamodb }) => dynamodb?.Keys?.['sk']?.S === 'NOTE',
    );
    stream.close();
    expect(records).toHaveLength(1);
    const bus = createFakeBus();
    const backoff = async () => undefined;
    await createEventPublisher({ table: fixture.store, retentionDays: 30, bus, backoff })(
      { Records: records },
      lambdaContext(),
    );
    await indexLookups(engine);
    expect(bus.details()).toEqual([]);
    expect(await engine.itemsOf(`FEED#${organizationId}`)).toEqual([]);
    expect(JSON.stringify(await engine.itemsOf(`LOOKUP#${organizationId}`))).not.toContain(id);
  });

  it('is in no page of the feed, whatever the key may read', async () => {
    await append(noteEvent());
    for (const query of [{}, { types: '*' }]) {
      const { statusCode, body } = await getEvents(query);
      expect({ statusCode, items: JSON.parse(body).items }).toEqual({ statusCode: 200, items: [] });
    }
    expect((await getEvents({ types: 'note.*' })).statusCode).toBe(400);
    const query = { organizationId, start: FIRST_POSITION, limit: 9, now: new Date() };
    const page = await readFeed(fixture.store.reader, { ...query, types: new Set(EVENT_TYPES) });
    expect(page?.events).toEqual([]);
  });

  it('is in no list of the console, and in no history of a person', async () => {
    await append(noteEvent());
    await indexLookups(engine);
    const { reader } = fixture.store;
    const principal = { organizationId, actor, role: 'admin' } as const;
    const given = { principal, body: undefined, from: '127.0.0.1' };
    for (const query of [{}, { tail: 'true' }, { kind: 'person', id: person.id }]) {
      const read = readParameters(
        EVENT_ROUTES.listEvents,
        proxyEvent({ organizationId, resource: '/events', query }),
      );
      if ('errors' in read) throw new Error(JSON.stringify(read.errors));
      const { body } = await createBrowseEvents(reader)({ ...read.parameters, ...given });
      expect(JSON.stringify(body)).not.toContain(SECRET);
    }
    const one = { id: '1.0', query: {}, urlWith: () => '', ...given };
    await expect(createGetEvent(reader)(one)).rejects.toThrow('There is no event');
  });

  it('is delivered to no endpoint', async () => {
    await fixture.putEndpoint({ eventTypes: ['*'] });
    await fixture.putEndpoint({ eventTypes: ['*'], apiKeyId: 'key' });
    const event = noteEvent();
    await append(event);
    const detail = { organizationId, event, streamSequence: '1', feedPosition: '1.0', keptDays: 30 };
    const fanOut = createFanOut({
      store: fixture.store,
      queue: fixture.queue,
      messages: { send: async () => undefined },
      wideDeliveriesPerSecond: 1_000,
    });
    const answer = await fanOut(sqsEvent([JSON.stringify({ detail })], 'events'), lambdaContext());
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(fixture.queued).toEqual([]);
  });

  it('shows an endpoint without contact details its id alone', async () => {
    const endpoint = await fixture.putEndpoint({ includesContactDetails: false });
    const event = noteEvent();
    const source = { json: JSON.stringify(event) };
    const made = { ...fixture.newEvent(), eventId: event.id, eventType: event.type, source };
    const delivery = await fixture.newDelivery(endpoint, await fixture.inFeed(made));
    const body = await createSentBodyReader(fixture.store)(delivery, endpoint);
    expect(JSON.parse(body ?? '')).toEqual({ ...event, data: { id: event.data.id }, previous: {} });
  });

  it('has no field in an event of a person that a reader without contact details sees', async () => {
    const data = { id: person.id, firstName: 'Zaphod', mobile: SECRET };
    await append({ ...noteEvent(), type: 'person.updated', data, previous: { mobile: SECRET } });
    const { body } = await getEvents({}, ['event:read', 'person:read']);
    const [event] = JSON.parse(body).items;
    expect([event.data, event.previous]).toEqual([{ id: person.id, firstName: 'Zaphod' }, {}]);
  });

  it('is erased from the feed with the person that it names, indexed or not', async () => {
    await append(noteEvent());
    await indexLookups(engine);
    await append(noteEvent());
    await erase([eraseEvents]);
    for (const chunk of [1, 2]) {
      expect((await readChunk(fixture.store.reader, organizationId, chunk))?.events).toEqual([undefined]);
    }
  });

  it('is downloaded by no key, and fails an erasure that cannot tell what its files hold', async () => {
    const selection = { resource: 'person', format: 'csv', fields: null, changedSince: null } as const;
    const made = newExport(
      organizationId,
      { ...selection, callListId: null, includesContactDetails: false },
      actor,
      new Date(),
    );
    const { writer, reader } = fixture.store;
    await writer.transact([...EXPORTS.insertOperations(made)]);
    await writer.update(updateOf(exportKey(organizationId, made.id), { resource: 'note' }));
    const bucket = { downloadUrl: () => ({ url: SECRET, expiresAt: new Date() }) };
    const request = { organizationId, resource: ROUTES.getExport.path, id: made.id };
    const get = dataFunction(ROUTES.getExport, createGetExport({ reader, bucket }));
    const { statusCode, body } = await get(proxyEvent(request), lambdaContext());
    expect({ statusCode, hasSecret: body.includes(SECRET) }).toEqual({ statusCode: 500, hasSecret: false });
    await expect(erase([exportEraser(async () => undefined)])).rejects.toThrow('resource');
  });
});
