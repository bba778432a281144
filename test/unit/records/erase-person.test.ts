import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFanOut } from '../../../functions/fan-out-webhooks/handler.ts';
import { EVENT_SCHEMAS } from '../../../shared/contract/event-schemas.ts';
import type { ResourceEvent } from '../../../shared/contract/events.ts';
import { movedEntries } from '../../../shared/events/moved-entries.ts';
import { prepareRecords } from '../../../shared/events/prepare-records.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { type ErasureOptions, erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../../../shared/table/items/schema.ts';
import { readItems } from '../../../shared/table/paging/read-items.ts';
import { scanForPerson } from '../../../shared/table/records/scan-person.ts';
import { readDelivery, recordAttempt } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { readEventBody } from '../../../shared/webhooks/deliveries/event-body.ts';
import { startTestEngine, type TestEngine } from '../../support/engine.ts';
import { createOrganization } from '../../support/organization.ts';
import { sampleData } from '../../support/sample-data.ts';
import { openTableStream, type TableStream } from '../../support/table-stream.ts';
import {
  createWebhookFixture,
  sqsEvent,
  storeEarlierBody,
  type WebhookFixture,
} from '../../support/webhook-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const actor = { id: 'cli:ada', name: 'cli:ada', from: 'laptop' };
const context = { getRemainingTimeInMillis: () => 60_000 };

const { people, companies, callLists } = sampleData('Erasure');
const list = callLists.find(({ entries }) => entries.some(({ personId }) => personId !== null));
const entry = list?.entries.find(({ personId }) => personId !== null);
const person = people.find(({ id }) => id === entry?.personId);
const colleague = people.find(({ id }) => id !== person?.id);
if (!list || !entry || !person || !colleague) throw new Error('There are too few sample records.');

let engine: TestEngine;
let stream: TableStream;
let fixture: WebhookFixture;
beforeAll(async () => {
  engine = await startTestEngine();
  stream = openTableStream(engine);
});
afterAll(async () => {
  stream.close();
  await engine.stop();
});
beforeEach(() => {
  fixture = createWebhookFixture(engine);
  published = 0;
});

let published = 0;

/** Whom an entry calls and called before. */
const entryPersonIdsOf = ({ data, previous }: ResourceEvent): readonly string[] => {
  const ids = ['personId' in data ? data.personId : null, previous['personId']];
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
};

/** Publishes and fans out all changes since the last call. Returns their events. */
const publish = async () => {
  const { store, queue, organizationId } = fixture;
  const all = await stream.recordsOf(`ORG#${organizationId}`);
  const { changes, unreadable } = prepareRecords(all.slice(published));
  expect(unreadable).toBeUndefined();
  published = all.length;
  const moved = await movedEntries([...changes.keys()], store.reader);
  const details = [...changes].flatMap(([change, entries]) =>
    moved.has(change) ? [] : entries.map(({ event }) => ({ organizationId, event, feedPosition: '1.0' })),
  );
  for (const { event } of details) {
    const personIds = event.type.startsWith('person.') ? [event.data.id] : entryPersonIdsOf(event);
    await storeEarlierBody(store, organizationId, event.id, JSON.stringify(event), personIds);
  }
  const bodies = details.map((detail) => JSON.stringify({ detail }));
  for (let at = 0; at < bodies.length; at += 10) {
    const { batchItemFailures } = await createFanOut({ store, queue, retentionDays: 30 })(
      sqsEvent(bodies.slice(at, at + 10), 'events'),
      context,
    );
    expect(batchItemFailures).toEqual([]);
  }
  return details.map(({ event }) => event);
};

const importAll = (changes: object = {}) =>
  createOrganization(engine, fixture.organizationId).importRecords({
    people: [{ ...person, ...changes }, colleague],
    companies,
    callLists: [{ ...list, entries: [{ ...entry, note: 'Ask for Zaphod.' }] }],
  });

const erase = (options: Partial<ErasureOptions> = {}, store = fixture.store) =>
  erasePerson(store, fixture.organizationId, person.id, {
    actor,
    search: () => scanForPerson(engine.client, engine.tableName, fixture.organizationId, person.id),
    ...options,
  });

/** All text of the organization's items, with stored events unpacked. */
const storedText = async (): Promise<string> => {
  const { organizationId, store } = fixture;
  const events = await engine.itemsOf(`WEBHOOK_EVENT#${organizationId}`);
  const bodies = await Promise.all(
    events.map(({ pk }) => readEventBody(store, organizationId, String(pk).split('#')[2] ?? '')),
  );
  const items = await Promise.all(
    [`ORG#${organizationId}`, `WEBHOOK_DELIVERY#${organizationId}`, `AUDIT_LOG#${organizationId}`].map(
      (prefix) => engine.itemsOf(prefix),
    ),
  );
  return JSON.stringify([items, bodies]);
};

describe('erasing a person', () => {
  it('leaves no data of the person in the table', async () => {
    const endpoint = await fixture.putEndpoint();
    await importAll({ lastName: 'Beeblebrox' });
    await importAll({ lastName: 'Beeblebrox', title: 'President' });
    const before = await publish();
    const [delivery] = (await fixture.deliveries()).filter(({ resourceId }) => resourceId === person.id);
    if (delivery === undefined) throw new Error('There is no delivery.');
    const attempt = { at: delivery.eventTimestamp, status: 500, error: 'x', durationMilliseconds: 1 };
    await recordAttempt(fixture.store, delivery, { ...attempt, responseBody: 'No Beeblebrox here.' });
    expect(await storedText()).toMatch(/Beeblebrox.*Zaphod/s);

    const ofPerson = before.filter(
      ({ data }) => data.id === person.id || ('personId' in data && data.personId === person.id),
    );
    expect(await erase()).toEqual({
      id: person.id,
      was: 'stored',
      sequence: 3,
      entries: 1,
      events: ofPerson.length,
      cancelledDeliveries: ofPerson.length,
      responses: 1,
    });
    expect(await storedText()).not.toMatch(/Beeblebrox|Zaphod/);
    expect(await readDelivery(fixture.store, fixture.organizationId, delivery.id)).toMatchObject({
      state: 'failed',
      reason: 'The person was erased.',
      nextAttemptAt: null,
      endpointId: endpoint.id,
    });
  });

  it('publishes person.erased with the id alone, and the update of the entry without what it removed', async () => {
    await importAll();
    await publish();
    await erase();
    const events = await publish();
    expect(events).toEqual([
      expect.objectContaining({ type: 'person.erased', sequence: 2, data: { id: person.id }, previous: {} }),
      expect.objectContaining({
        type: 'call_list_entry.updated',
        data: expect.objectContaining({ id: entry.id, personId: person.id, phone: null, note: null }),
        previous: { updatedAt: entry.updatedAt },
      }),
    ]);
    for (const event of events) EVENT_SCHEMAS.get(event.type)?.parse(event);
  });

  it('keeps the events and deliveries of others, and its own when it is repeated', async () => {
    await fixture.putEndpoint();
    await importAll();
    await publish();
    await erase();
    await publish();
    expect(await erase()).toMatchObject({
      was: 'erased',
      sequence: 2,
      entries: 0,
      events: 0,
      cancelledDeliveries: 0,
    });
    const pending = (await fixture.deliveries()).filter(({ state }) => state === 'pending');
    const types = pending.map(({ eventType, resourceId }) => [eventType, resourceId]);
    expect(types).toContainEqual(['person.erased', person.id]);
    expect(types).toContainEqual(['person.created', colleague.id]);
    expect(types).toContainEqual(['call_list_entry.updated', entry.id]);
  });

  it('removes what was published while it ran when it is repeated', async () => {
    await fixture.putEndpoint();
    await importAll({ lastName: 'Beeblebrox' });
    await erase();
    await publish();
    expect(await storedText()).toMatch(/Beeblebrox/);
    expect(await erase()).toMatchObject({ was: 'erased', events: 2 });
    expect(await storedText()).not.toMatch(/Beeblebrox|Zaphod/);
  });

  it('finds events that an earlier version stored without an index entry', async () => {
    await fixture.putEndpoint();
    await importAll({ lastName: 'Beeblebrox' });
    await publish();
    for (const { pk, sk } of await engine.itemsOf(`WEBHOOK_EVENT#${fixture.organizationId}`)) {
      await fixture.store.writer.update({
        Key: { pk, sk },
        UpdateExpression: 'REMOVE gsi1pk, gsi1sk, gsi2pk',
      });
    }
    expect(await erase()).toMatchObject({ events: 2, cancelledDeliveries: 2 });
    expect(await storedText()).not.toMatch(/Beeblebrox|Zaphod/);
  });

  it('removes events of an entry that was given to another person since', async () => {
    await fixture.putEndpoint();
    await importAll();
    await publish();
    await createOrganization(engine, fixture.organizationId).importRecords({
      callLists: [{ ...list, entries: [{ ...entry, personId: colleague.id, phone: null, note: null }] }],
    });
    await publish();
    expect(await storedText()).toMatch(/Zaphod/);
    expect(await erase()).toMatchObject({ entries: 0, events: 3 });
    expect(await storedText()).not.toMatch(/Zaphod/);
  });

  it('erases a person who was deleted before', async () => {
    await fixture.putEndpoint();
    await importAll({ lastName: 'Beeblebrox' });
    const { organizationId, store } = fixture;
    await deleteRecord(store, { kind: 'person', organizationId, id: person.id }, { actor });
    await publish();
    expect(await erase()).toMatchObject({ was: 'deleted', sequence: 3 });
    expect((await publish()).map(({ type }) => type)).toEqual(['person.erased', 'call_list_entry.updated']);
    expect(await storedText()).not.toMatch(/Beeblebrox/);
  });

  it('continues the sequence when the person is imported again', async () => {
    await importAll();
    await erase();
    await importAll();
    const ofPerson = (await publish()).filter(({ data }) => data.id === person.id);
    expect(ofPerson.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['person.created', 1],
      ['person.erased', 2],
      ['person.created', 3],
    ]);
  });

  it('can be repeated after an interruption', async () => {
    await fixture.putEndpoint();
    await importAll({ lastName: 'Beeblebrox' });
    await publish();
    const search = () => Promise.reject(new Error('The power failed.'));
    await expect(erase({ search })).rejects.toThrow('power');
    expect(await erase()).toMatchObject({ was: 'erased', entries: 1, events: 2 });
    expect(await storedText()).not.toMatch(/Beeblebrox|Zaphod/);
  });

  it('records who erased whom, each time, without data of the person', async () => {
    await importAll();
    await erase();
    await erase();
    const entries = await fixture.auditItems();
    expect(entries.map(({ action, targetId, details }) => [action, targetId, details])).toEqual([
      ['person.erased', person.id, {}],
      ['person.erased', person.id, {}],
    ]);
  });

  it('returns undefined for a person whom the organization never had', async () => {
    expect(await erase()).toBeUndefined();
    expect(await fixture.auditItems()).toEqual([]);
  });
});

describe('the index of stored events', () => {
  it('lists an entry that was given to another person under both', async () => {
    await fixture.putEndpoint();
    await importAll();
    await createOrganization(engine, fixture.organizationId).importRecords({
      callLists: [{ ...list, entries: [{ ...entry, personId: colleague.id, phone: null, note: null }] }],
    });
    await publish();
    const count = async (index: typeof COLLECTION_INDEX | typeof PART_INDEX, id: string) =>
      (
        await readItems(fixture.store.reader, {
          index,
          partition: `WEBHOOK_EVENTS#${fixture.organizationId}#${id}`,
        })
      ).length;
    expect(await count(COLLECTION_INDEX, person.id)).toBe(2);
    expect(await count(PART_INDEX, person.id)).toBe(1);
    expect(await count(COLLECTION_INDEX, colleague.id)).toBe(2);
  });
});
