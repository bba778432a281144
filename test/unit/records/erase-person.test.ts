import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import { createFanOut } from '../../../functions/webhooks/fan-out-webhooks/handler.ts';
import { EVENT_SCHEMAS } from '../../../shared/contract/events/event-schemas.ts';
import type { ResourceEvent } from '../../../shared/contract/events/events.ts';
import { appendToFeed } from '../../../shared/events/feed/append-to-feed.ts';
import type { FeedEvent } from '../../../shared/events/feed/feed-chunk.ts';
import { readFeedHead } from '../../../shared/events/feed/feed-head.ts';
import { chunksFrom } from '../../../shared/events/feed/stored-chunks.ts';
import { keyOfRecord } from '../../../shared/events/table-change.ts';
import type { Call } from '../../../shared/kinds/call.ts';
import { readEntry } from '../../../shared/records/call-lists/call-lists.ts';
import { readTotal } from '../../../shared/records/collections/collection.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { type ErasureOptions, erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { entryIdsOfPerson } from '../../../shared/records/lookups/entries-of-person.ts';
import { putRecord } from '../../../shared/records/store/record-writes.ts';
import { scanForPerson } from '../../../shared/records/store/scan-person.ts';
import { feedChunkOfKey } from '../../../shared/table/items/feed-keys.ts';
import { personKey } from '../../../shared/table/items/keys.ts';
import { resourceOfKey } from '../../../shared/table/items/resource-key.ts';
import { isErased } from '../../../shared/table/items/versions.ts';
import type { Item, PageQuery } from '../../../shared/table/reader.ts';
import type { TableWriter } from '../../../shared/table/writer.ts';
import { newDeliveryOf } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import {
  insertDelivery,
  readDelivery,
  recordAttempt,
} from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { tableLosingAnswers } from '../../support/engine/lost-answers.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { createFakeBus } from '../../support/events/fake-bus.ts';
import { createOrganization } from '../../support/organizations/organization.ts';
import { callToItem, EXAMPLE_CALL } from '../../support/records/calls.ts';
import { indexLookups } from '../../support/records/index-lookups.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import {
  createWebhookFixture,
  sqsEvent,
  type WebhookFixture,
} from '../../support/webhooks/webhook-fixture.ts';

const actor = { id: 'cli:ada', name: 'cli:ada', from: 'laptop' };
const context = { awsRequestId: 'invocation', getRemainingTimeInMillis: () => 60_000 };

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
  engine = await startTestEngine({ hasStream: true });
  stream = openTableStream(engine);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  stream.close();
  await engine.stop();
});
beforeEach(() => {
  fixture = createWebhookFixture(engine);
  published = 0;
});

let published = 0;

/** Publishes and fans out all changes since the last call. Returns their events. */
const publish = async (): Promise<readonly ResourceEvent[]> => {
  const { store, queue, organizationId } = fixture;
  const all = (await stream.recordsOf(`ORG#${organizationId}`)).filter(
    (record) => resourceOfKey(keyOfRecord(record)) !== undefined,
  );
  const bus = createFakeBus();
  const publisher = createEventPublisher({
    table: store,
    retentionDays: 30,
    bus,
    publishesEveryEvent: true,
    backoff: async () => undefined,
  });
  const records = all.slice(published);
  published = all.length;
  if (records.length > 0)
    expect((await publisher({ Records: records }, context)).batchItemFailures).toEqual([]);
  const bodies = bus.details().map((detail) => JSON.stringify({ detail }));
  for (let at = 0; at < bodies.length; at += 10) {
    const { batchItemFailures } = await createFanOut({
      store,
      queue,
      messages: { send: async () => undefined },
      wideDeliveriesPerSecond: 1_000,
    })(sqsEvent(bodies.slice(at, at + 10), 'events'), context);
    expect(batchItemFailures).toEqual([]);
  }
  // As after a failed first attempt.
  const now = new Date().toISOString();
  for (const { message } of fixture.queued) {
    if ('id' in message) await insertDelivery(store, { ...newDeliveryOf(message), nextAttemptAt: now }, now);
  }
  return bus.details().map(({ event }) => event);
};

/** All events of the feed; undefined for an erased one. */
const feed = async () => {
  const events: (FeedEvent | undefined)[] = [];
  for await (const chunk of chunksFrom(fixture.store.reader, fixture.organizationId, 1, 100)) {
    events.push(...chunk.events);
  }
  return events;
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
    eraseCopies: [eraseEvents],
    findReferringIds: () => scanForPerson(engine.client, engine.tableName, fixture.organizationId, person.id),
    ...options,
  });

/** All text of the organization's items, and its events. */
const storedText = async (): Promise<string> => {
  const { organizationId } = fixture;
  const items = await Promise.all(
    [`ORG#${organizationId}`, `WEBHOOK_DELIVERY#${organizationId}`, `AUDIT_LOG#${organizationId}`].map(
      (prefix) => engine.itemsOf(prefix),
    ),
  );
  return JSON.stringify([items, await feed()]);
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
      calls: 0,
      events: ofPerson.length,
      cancelledDeliveries: ofPerson.length,
      responses: 1,
      exports: 0,
    });
    expect(await storedText()).not.toMatch(/Beeblebrox|Zaphod/);
    expect(await readDelivery(fixture.store, fixture.organizationId, delivery.id)).toMatchObject({
      state: 'failed',
      reason: 'The person was erased.',
      nextAttemptAt: null,
      endpointId: endpoint.id,
    });
  });

  it('publishes person.erased with only the id, and an entry update without removed data', async () => {
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

  it('removes all that is personal from calls, in every copy, but not of others', async () => {
    await fixture.putEndpoint();
    await importAll();
    const { organizationId, store } = fixture;
    const note = 'Ask for Zaphod.';
    const recordingUrl = 'https://dialer.example/zaphod';
    const customFields = { 'Contact Name': note };
    const indexed = { ...EXAMPLE_CALL, personId: person.id, note, recordingUrl, customFields };
    const recent = { ...indexed, id: randomUUID() };
    const others = {
      ...indexed,
      ...{ id: randomUUID(), personId: colleague.id, note: 'Ask for Trillian.', customFields: {} },
    };
    const put = (call: Call) =>
      store.writer.transact((now) => [
        putRecord(callToItem(organizationId, call), undefined, { isSilent: false, now }),
      ]);
    await put(indexed);
    await put(others);
    await indexLookups(engine);
    await put(recent);
    await publish();
    expect(await storedText()).toMatch(/Zaphod/);
    expect(await erase({ findReferringIds: async () => [entry.id] })).toMatchObject({ calls: 2 });
    const events = (await publish()).filter(({ type }) => type.startsWith('call.'));
    expect(events).toHaveLength(2);
    for (const event of events) {
      const gone = { personId: null, phone: null, note: null, recordingUrl: null, customFields: {} };
      expect(event).toMatchObject({ type: 'call.updated', data: { ...gone, disposition: 'Meeting booked' } });
      expect(Object.keys(event.previous)).toEqual(['updatedAt']);
      EVENT_SCHEMAS.get(event.type)?.parse(event);
    }
    const text = await storedText();
    expect(text).not.toMatch(/Ask for Zaphod/);
    expect(text).toContain('Ask for Trillian.');
    // Lookups that are minutes behind list it neither by the person nor as recent.
    await put({ ...indexed, id: randomUUID() });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
    expect(await erase().finally(() => vi.useRealTimers())).toMatchObject({ calls: 1 });
  });

  it('keeps the events and deliveries of others, and its own when repeated', async () => {
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

  it('removes events published during the erasure when repeated', async () => {
    await fixture.putEndpoint();
    await importAll({ lastName: 'Beeblebrox' });
    await erase();
    await publish();
    expect(await storedText()).toMatch(/Beeblebrox/);
    expect(await erase()).toMatchObject({ was: 'erased', events: 2 });
    expect(await storedText()).not.toMatch(/Beeblebrox|Zaphod/);
  });

  it('finds events however far the index lags, and whatever chunks it skipped', async () => {
    const { organizationId, store } = fixture;
    const findReferringIds = async () => [entry.id];
    const second = '2026-01-31T09:30:00';
    const append = async (number: number, id: string): Promise<void> => {
      const data = { id, lastName: 'Beeblebrox' };
      const json = JSON.stringify({
        id: String(number),
        type: 'person.created',
        sequence: 1,
        data,
        previous: {},
      });
      const record = {
        organizationId,
        id: [String(number)],
        second,
        events: [{ type: 'person.created', json }],
      };
      await appendToFeed(store, [record], 30);
    };
    await importAll();
    await publish();
    const { chunk } = await readFeedHead(store.reader, organizationId);
    const numbers = Array.from({ length: 30 }, (_, index) => chunk + 1 + index);
    for (const number of numbers) await append(number, number % 2 === 0 ? person.id : colleague.id);
    await indexLookups(engine);
    // As if these chunks had never been indexed: one in the middle, and the last ones.
    const unindexed = [numbers[4] ?? 0, ...numbers.slice(-3)];
    for (const number of unindexed) {
      const isOf = ({ sk }: Item) => String(sk).split('.')[0] === String(number).padStart(12, '0');
      const lookups = (await engine.itemsOf(`LOOKUP#${organizationId}#EVENT_`)).filter(isOf);
      expect(lookups.length).toBeGreaterThan(0);
      await store.writer.transact(lookups.map(({ pk, sk }) => ({ delete: { Key: { pk, sk } } })));
    }
    const read = new Set<number>();
    const reader = {
      ...store.reader,
      queryPage: (query: PageQuery) => {
        const { chunk } = feedChunkOfKey({ pk: query.partition, sk: `${query.from}#0` }) ?? {};
        if (chunk !== undefined && query.limit !== 1) read.add(chunk);
        return store.reader.queryPage(query);
      },
    };
    await erase({ findReferringIds }, { ...store, reader });
    const left = (await feed()).flatMap((event) => event?.json ?? []);
    expect(left.filter((json) => json.includes(person.id))).toEqual([]);
    expect(left.filter((json) => json.includes(colleague.id)).length).toBeGreaterThanOrEqual(15);
    // Reads what the index names or lacks, and nothing else.
    const ofPerson = numbers.filter((number) => number % 2 === 0);
    const expected = new Set([...ofPerson, ...unindexed]);
    expect(numbers.filter((number) => read.has(number))).toEqual(
      numbers.filter((each) => expected.has(each)),
    );
  });

  it.each([1, 2, 3])(
    'finds events that are indexed between its reads: after the query %i of lookups',
    async (nth) => {
      await importAll({ lastName: 'Beeblebrox' });
      await publish();
      let queries = 0;
      const reader = {
        ...fixture.store.reader,
        queryPage: async (query: PageQuery) => {
          const page = await fixture.store.reader.queryPage(query);
          const isOfEvents = /^LOOKUP#.*#EVENT_/.test(query.partition);
          if (isOfEvents && ++queries === nth) await indexLookups(engine);
          return page;
        },
      };
      const findReferringIds = async () => [entry.id];
      expect(await erase({ findReferringIds }, { ...fixture.store, reader })).toMatchObject({ events: 2 });
    },
  );

  it('creates no deliveries for silent changes', async () => {
    await fixture.putEndpoint();
    await createOrganization(engine, fixture.organizationId).importRecords(
      { people: [{ ...person, lastName: 'Beeblebrox' }] },
      { isSilent: true },
    );
    await publish();
    const findReferringIds = async () => [];
    expect(await erase({ findReferringIds })).toMatchObject({ events: 1 });
    expect(await engine.itemsOf(`WEBHOOK_DELIVERY#${fixture.organizationId}`)).toEqual([]);
  });

  it('finds events in a chunk that no query shows yet', async () => {
    await importAll({ lastName: 'Beeblebrox' });
    await publish();
    const reader = {
      ...fixture.store.reader,
      queryPage: async (query: PageQuery) =>
        query.partition.startsWith('FEED#') ? { items: [] } : fixture.store.reader.queryPage(query),
    };
    expect(await erase({}, { ...fixture.store, reader })).toMatchObject({ events: 2 });
  });

  it('keeps the positions and contents of all other events in the feed', async () => {
    await importAll({ lastName: 'Beeblebrox' });
    const types = (await publish()).map(({ type }) => type);
    const before = await feed();
    expect(before.map((event) => event?.type)).toEqual(types);
    const chunk = (await engine.itemsOf(`FEED#${fixture.organizationId}`)).find(
      ({ body }) => body !== undefined,
    );
    await erase();
    const after = await feed();
    expect(after).toHaveLength(before.length);
    expect(after.filter((event) => event === undefined)).toHaveLength(2);
    expect(after).toEqual(before.map((event, index) => after[index] && event));
    const { number, at, ttl } = chunk ?? {};
    expect(
      await fixture.store.reader.get({ pk: String(chunk?.['pk']), sk: String(chunk?.['sk']) }),
    ).toMatchObject({ number, at, ttl, revision: 1 });
  });

  it('rewrites a chunk of several parts, and removes parts that it no longer needs', async () => {
    const { organizationId, store } = fixture;
    // Random, so that it cannot be compressed.
    const note = randomBytes(600_000).toString('base64');
    const event = (id: string, data: object) => ({
      type: 'person.created',
      json: JSON.stringify({ id, type: 'person.created', sequence: 1, data, previous: {} }),
    });
    const second = new Date().toISOString().slice(0, 19);
    const events = [event('1', { id: person.id, note }), event('2', { id: colleague.id })];
    await appendToFeed(store, [{ organizationId, id: ['1'], second, events }], 30);
    const parts = async () =>
      (await engine.itemsOf(`FEED#${organizationId}`)).filter(({ body }) => body !== undefined).length;
    expect(await parts()).toBeGreaterThan(1);
    await importAll();
    expect(await erase()).toMatchObject({ events: 1 });
    expect(await parts()).toBe(1);
    expect(await feed()).toEqual([undefined, events[1]]);
  });

  it("keeps another erasure's concurrent removals from the same chunk", async () => {
    await importAll({ lastName: 'Beeblebrox' });
    await publish();
    const { organizationId, store } = fixture;
    let hasRaced = false;
    const transact: TableWriter['transact'] = async (operations) => {
      const isOfFeed = JSON.stringify(operations)?.includes('FEED#') === true;
      if (isOfFeed && !hasRaced) {
        hasRaced = true;
        const findReferringIds = async () => [];
        await erasePerson(store, organizationId, colleague.id, {
          actor,
          findReferringIds,
          eraseCopies: [eraseEvents],
        });
      }
      return store.writer.transact(operations);
    };
    expect(await erase({}, { ...store, writer: { ...store.writer, transact } })).toMatchObject({ events: 2 });
    expect(hasRaced).toBe(true);
    const left = JSON.stringify(await feed());
    expect(left).not.toMatch(/Beeblebrox|Zaphod/);
    expect(left).not.toContain(`\\"id\\":\\"${colleague.id}\\"`);
  });

  it('removes events of an entry that was assigned to another person since', async () => {
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

  it.each([
    ['blanked', { personId: person.id, phone: null, note: null }],
    ['given to another person', { personId: colleague.id }],
  ])('removes the data of an entry that was moved and %s', async (_, changes) => {
    const { organizationId, store } = fixture;
    await importAll();
    const moved = { ...entry, note: 'Of a colleague.', ...changes, position: entry.position + 1_000 };
    await createOrganization(engine, organizationId).importRecords({
      callLists: [{ ...list, entries: [moved] }],
    });
    await indexLookups(engine);
    await publish();
    expect(await storedText()).toMatch(/Zaphod/);

    const entryIds = await entryIdsOfPerson(store.reader, organizationId, person.id);
    expect(entryIds).toEqual([entry.id]);
    const scanned = await scanForPerson(engine.client, engine.tableName, organizationId, person.id);
    expect(scanned).toEqual(entryIds);
    expect(await erase()).toMatchObject({ entries: 1 });
    expect(await storedText()).not.toMatch(/Zaphod/);
    expect(await readEntry(store.reader, organizationId, entry.id)).toMatchObject({
      entry: { phone: moved.phone, note: moved.note },
    });
    expect((await publish()).map(({ type }) => type)).toEqual(['person.erased']);
  });

  it('erases a person who was deleted before', async () => {
    await fixture.putEndpoint();
    await importAll({ lastName: 'Beeblebrox' });
    const { organizationId, store } = fixture;
    await deleteRecord(store, { kind: 'person', organizationId, id: person.id }, { actor });
    await publish();
    const total = () => readTotal(store.reader, organizationId, 'person');
    expect(await total()).toBe(1);
    expect(await erase()).toMatchObject({ was: 'deleted', sequence: 3 });
    expect(await total()).toBe(1);
    await erase();
    expect(await total()).toBe(1);
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

  it('erases a person who is imported meanwhile', async () => {
    await importAll();
    const { reader, writer } = fixture.store;
    let hasChanged = false;
    const transact: TableWriter['transact'] = async (...operations) => {
      if (!hasChanged) {
        hasChanged = true;
        await importAll({ title: 'Changed' });
      }
      return writer.transact(...operations);
    };
    const report = await erase({}, { reader, writer: { ...writer, transact } });
    expect(report).toMatchObject({ was: 'stored', sequence: 3 });
    const stored = await reader.get(personKey(fixture.organizationId, person.id), { consistentRead: true });
    expect(stored && isErased(stored)).toBe(true);
  });

  it('completes when repeated after an interruption', async () => {
    await fixture.putEndpoint();
    await importAll({ lastName: 'Beeblebrox' });
    await publish();
    const findReferringIds = () => Promise.reject(new Error('The power failed.'));
    await expect(erase({ findReferringIds })).rejects.toThrow('power');
    expect(await erase()).toMatchObject({ was: 'erased', entries: 1, events: 2 });
    expect(await storedText()).not.toMatch(/Beeblebrox|Zaphod/);
  });

  it('reports and records once what it erased if the response was lost', async () => {
    await importAll();
    await publish();
    const losing = tableLosingAnswers(engine, () => true);
    expect(await erase({}, losing)).toMatchObject({ was: 'stored', sequence: 2, entries: 1, events: 2 });
    expect((await fixture.auditItems()).map(({ action }) => action)).toEqual(['person.erased']);
    expect(await readTotal(fixture.store.reader, fixture.organizationId, 'person')).toBe(1);
  });

  it('records each erasure and its actor, without data of the person', async () => {
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
