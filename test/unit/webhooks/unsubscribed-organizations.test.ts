import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import { createFanOut } from '../../../functions/webhooks/fan-out-webhooks/handler.ts';
import { readFeedHead } from '../../../shared/events/feed/feed-head.ts';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import { feedHeadKey } from '../../../shared/table/items/feed-keys.ts';
import { nextVersion } from '../../../shared/table/items/versions.ts';
import type { Table } from '../../../shared/table/table.ts';
import { createEndpoint } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import { updateEndpoint } from '../../../shared/webhooks/endpoints/update-endpoint.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { createFakeBus } from '../../support/events/fake-bus.ts';
import { exercise, runs } from '../../support/exercise.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { createWebhookFixture, openCipher, sqsEvent } from '../../support/webhooks/webhook-fixture.ts';

const [person] = sampleData('Unsubscribed').people;
if (person === undefined) throw new Error('There is no sample person.');

let engine: TestEngine;
let stream: TableStream;
beforeAll(async () => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  engine = await startTestEngine({ hasStream: true });
  stream = openTableStream(engine);
});
afterAll(async () => {
  vi.restoreAllMocks();
  stream.close();
  await engine.stop();
});

const ACTOR = { id: 'test', name: 'test', from: null };
const CONTEXT = { getRemainingTimeInMillis: () => 60_000 };

/** An organization whose changes are published, and then fanned out. */
const startPipeline = (publishesEveryEvent = false) => {
  const fixture = createWebhookFixture(engine);
  const { organizationId, store } = fixture;
  const dependencies = { store, cipher: openCipher, policy: { allowsLoopback: false } };
  let changes = 0;
  let published = 0;
  let fannedOut = 0;
  const bus = createFakeBus();
  const events = () => bus.details().map(({ event }) => event.data.id);
  return {
    fixture,
    events,
    /** Stores a new person. @returns the id */
    async change(): Promise<string> {
      const item = personToItem(organizationId, { ...person, id: randomUUID() });
      await store.writer.put(nextVersion(item, undefined), undefined);
      changes += 1;
      return item['id'] as string;
    },
    /** Publishes the changes since the last call. */
    async publish(table: Table = store): Promise<void> {
      const records = await stream.recordsOf(`ORG#${organizationId}`);
      expect(records).toHaveLength(changes);
      const Records = [...records.slice(published)];
      published = changes;
      const backoff = async () => undefined;
      const handle = createEventPublisher({ table, retentionDays: 30, bus, publishesEveryEvent, backoff });
      expect(await handle({ Records }, CONTEXT)).toEqual({ batchItemFailures: [] });
    },
    /** Hands the events that reached the bus since the last call to a new instance of the function. */
    async fanOut(table: Table = store): Promise<void> {
      const bodies = bus
        .details()
        .slice(fannedOut)
        .map((detail) => JSON.stringify({ detail }));
      fannedOut += bodies.length;
      const handle = createFanOut({ ...fixture, store: table });
      expect(await handle(sqsEvent(bodies, 'events'), CONTEXT)).toEqual({ batchItemFailures: [] });
    },
    async register(): Promise<string> {
      const { endpoint } = await createEndpoint(
        dependencies,
        {
          organizationId,
          url: `https://hooks.example.com/${randomUUID()}`,
          description: null,
          eventTypes: ['*'],
          includesContactDetails: true,
        },
        ACTOR,
      );
      return endpoint.id;
    },
    setEnabled: (id: string, isEnabled: boolean) =>
      updateEndpoint(dependencies, organizationId, id, { isEnabled }, ACTOR),
    remove: (id: string) => deleteEndpoint(store, organizationId, id, ACTOR),
    chunks: async () => (await readFeedHead(store.reader, organizationId, { consistentRead: true })).chunk,
    /** The people in queued deliveries to an endpoint. */
    queuedFor: (id: string) =>
      fixture.queued
        .filter(({ message }) => message.endpointId === id)
        .map(({ message }) => message.resourceId),
    /** The people in deliveries that an endpoint missed while it was disabled. */
    missedBy: async (id: string) =>
      (await fixture.deliveries())
        .filter(({ endpointId, state }) => endpointId === id && state === 'missed')
        .map(({ resourceId }) => resourceId),
  };
};

type Pipeline = ReturnType<typeof startPipeline>;

/** A table that runs `step` before or after each read of the head or the endpoints, or the append, once. */
const interrupted = (
  { fixture: { store, organizationId } }: Pipeline,
  point: 'claim' | 'endpoints' | 'head' | 'append',
  when: 'before' | 'after',
  step: () => Promise<unknown>,
): Table => {
  let isDone = false;
  const around = async <T>(isPoint: boolean, call: () => Promise<T>): Promise<T> => {
    const runs = isPoint && !isDone;
    if (runs) isDone = true;
    if (runs && when === 'before') await step();
    const result = await call();
    if (runs && when === 'after') await step();
    return result;
  };
  const head = feedHeadKey(organizationId);
  return {
    reader: {
      ...store.reader,
      get: (key, options) =>
        around(point === 'head' && key.pk === head.pk && key.sk === head.sk, () =>
          store.reader.get(key, options),
        ),
      queryPage: (query) => around(point === 'endpoints', () => store.reader.queryPage(query)),
    },
    writer: {
      ...store.writer,
      update: (operation) => around(point === 'claim', () => store.writer.update(operation)),
      transact: (operations, options) =>
        around(point === 'append', () => store.writer.transact(operations, options)),
    },
  };
};

it('puts no event on the bus while an organization has no endpoint, and each in the feed', async () => {
  const pipeline = startPipeline();
  const first = await pipeline.change();
  await pipeline.publish();
  expect(pipeline.events()).toEqual([first]);
  await pipeline.fanOut();

  await pipeline.change();
  await pipeline.publish();
  expect(pipeline.events()).toEqual([first]);
  expect(await pipeline.chunks()).toBe(2);

  const endpoint = await pipeline.register();
  const later = await pipeline.change();
  await pipeline.publish();
  await pipeline.fanOut();
  expect(pipeline.queuedFor(endpoint)).toEqual([later]);
});

it('begins no feed again that was removed with its organization before the fan-out', async () => {
  const pipeline = startPipeline();
  const { organizationId, store } = pipeline.fixture;
  await pipeline.change();
  await pipeline.publish();
  const head = feedHeadKey(organizationId);
  await store.writer.transact([{ delete: { Key: { ...head } } }]);
  await pipeline.fanOut();
  expect(await store.reader.get(head, { consistentRead: true })).toBeUndefined();
});

it('puts each event on the bus if the operator has rules there', async () => {
  const pipeline = startPipeline(true);
  const people: string[] = [];
  for (const _ of [1, 2]) {
    people.push(await pipeline.change());
    await pipeline.publish();
    await pipeline.fanOut();
  }
  expect(pipeline.events()).toEqual(people);
});

it('lists what a disabled endpoint misses, and skips the bus again after its deletion', async () => {
  const pipeline = startPipeline();
  const endpoint = await pipeline.register();
  await pipeline.setEnabled(endpoint, false);
  const missed: string[] = [];
  for (const _ of [1, 2]) {
    missed.push(await pipeline.change());
    await pipeline.publish();
    await pipeline.fanOut();
  }
  expect(new Set(await pipeline.missedBy(endpoint))).toEqual(new Set(missed));
  await pipeline.setEnabled(endpoint, true);
  const sent = await pipeline.change();
  await pipeline.publish();
  await pipeline.fanOut();
  expect(pipeline.queuedFor(endpoint)).toEqual([sent]);

  await pipeline.remove(endpoint);
  const unheard = await pipeline.change();
  await pipeline.publish();
  await pipeline.fanOut();
  await pipeline.change();
  await pipeline.publish();
  expect(pipeline.events()).toEqual([...missed, sent, unheard]);
});

it.each([
  ['fan-out', 'endpoints', 'before'],
  ['fan-out', 'endpoints', 'after'],
  ['fan-out', 'head', 'before'],
  ['fan-out', 'head', 'after'],
  ['fan-out', 'append', 'before'],
  ['fan-out', 'append', 'after'],
  ['publisher', 'claim', 'before'],
  ['publisher', 'claim', 'after'],
  ['publisher', 'append', 'before'],
  ['publisher', 'append', 'after'],
] as const)(
  'sends each change after the registration, if that happens during a %s, at its %s, %s it',
  async (during, point, when) => {
    const pipeline = startPipeline();
    let endpoint = '';
    const register = async () => {
      endpoint = await pipeline.register();
    };
    await pipeline.change();
    await pipeline.publish();
    if (during === 'fan-out') await pipeline.fanOut(interrupted(pipeline, point, when, register));
    else {
      await pipeline.fanOut();
      await pipeline.change();
      await pipeline.publish(interrupted(pipeline, point, when, register));
    }
    expect(endpoint).not.toBe('');
    const later = await pipeline.change();
    await pipeline.publish();
    await pipeline.fanOut();
    expect(pipeline.queuedFor(endpoint)).toContain(later);
  },
);

it('sends a change that is appended after the registration, although it was read before', async () => {
  const pipeline = startPipeline();
  await pipeline.change();
  await pipeline.publish();
  await pipeline.fanOut();
  const before = await pipeline.change();
  let endpoint = '';
  const register = async () => {
    endpoint = await pipeline.register();
  };
  await pipeline.publish(interrupted(pipeline, 'append', 'before', register));
  await pipeline.fanOut();
  expect(pipeline.queuedFor(endpoint)).toEqual([before]);
});

it('sends each endpoint what was changed while it existed, in any history', async () => {
  const step = fc.constantFrom('change', 'publish', 'fanOut', 'settle', 'register', 'toggle', 'remove');
  const count = exercise('skipped', 'sent', 'missed');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const pipeline = startPipeline();
      const live = new Map<string, boolean>();
      const expected = new Map<string, string[]>();
      const all = [await pipeline.change()];
      await pipeline.publish();
      await pipeline.fanOut();
      for (const each of steps) {
        const [first] = live.keys();
        if (each === 'change') {
          const id = await pipeline.change();
          all.push(id);
          for (const endpoint of live.keys()) expected.get(endpoint)?.push(id);
        } else if (each === 'settle') {
          await pipeline.publish();
          await pipeline.fanOut();
        } else if (each === 'publish' || each === 'fanOut') await pipeline[each]();
        else if (each === 'register') {
          const endpoint = await pipeline.register();
          live.set(endpoint, true);
          expected.set(endpoint, []);
        } else if (first !== undefined && each === 'toggle') {
          live.set(first, live.get(first) === false);
          await pipeline.setEnabled(first, live.get(first) === true);
        } else if (first !== undefined) {
          live.delete(first);
          await pipeline.remove(first);
        }
      }
      await pipeline.publish();
      await pipeline.fanOut();
      if (pipeline.events().length < all.length) count('skipped');
      for (const endpoint of live.keys()) {
        const missed = await pipeline.missedBy(endpoint);
        const sent = pipeline.queuedFor(endpoint);
        if (missed.length > 0) count('missed');
        if (sent.length > 0) count('sent');
        for (const id of expected.get(endpoint) ?? []) expect([...sent, ...missed]).toContain(id);
      }
    }),
    { numRuns: runs(40) },
  );
});
