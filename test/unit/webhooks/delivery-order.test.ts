import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import { createFanOut } from '../../../functions/webhooks/fan-out-webhooks/handler.ts';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import { nextVersion } from '../../../shared/table/items/versions.ts';
import { newDeliveryOf } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { changeDelivery } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { listDeliveries, readDeliveryPosition } from '../../../shared/webhooks/deliveries/list-deliveries.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { createFakeBus } from '../../support/events/fake-bus.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import {
  createWebhookFixture,
  sqsEvent,
  type WebhookFixture,
} from '../../support/webhooks/webhook-fixture.ts';

const SECOND = Date.UTC(2026, 0, 1) / 1000;
const TIMESTAMP = new Date(SECOND * 1000).toISOString();
const CONTEXT = { getRemainingTimeInMillis: () => 30_000 };

let engine: TestEngine;
let stream: TableStream;
beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  stream = openTableStream(engine);
});
afterAll(async () => {
  stream.close();
  await engine.stop();
});
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The same record in a stream with a resolution of one second. */
const inOneSecond = (record: DynamoDBRecord): DynamoDBRecord => ({
  ...record,
  dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: SECOND },
});

const [template] = sampleData('Order').people;
if (template === undefined) throw new Error('There is no sample person.');

const changePerson = async (
  { store, organizationId }: WebhookFixture,
  id: string,
  version: number,
): Promise<void> => {
  const before = version === 1 ? undefined : version - 1;
  const person = { ...template, id, title: `Title ${version}` };
  await store.writer.put(nextVersion(personToItem(organizationId, person), before), before);
};

/** Publishes, fans out and delivers the changes of the fixture's people, swapping each pair of messages. */
const deliverChanges = async (fixture: WebhookFixture): Promise<void> => {
  const bus = createFakeBus();
  const records = await stream.recordsOf(`ORG#${fixture.organizationId}`);
  const publish = createEventPublisher({
    table: fixture.store,
    retentionDays: 30,
    bus,
    backoff: async () => undefined,
  });
  await publish({ Records: records.map(inOneSecond) }, CONTEXT);
  const bodies = bus.details().map((detail) => JSON.stringify({ detail }));
  for (let start = 0; start < bodies.length; start += 2) {
    const event = sqsEvent(bodies.slice(start, start + 2).toReversed(), 'events');
    expect(await createFanOut(fixture)(event, CONTEXT)).toEqual({ batchItemFailures: [] });
  }
  for (const { message } of fixture.queued) {
    if (!('id' in message)) continue;
    await changeDelivery(fixture.store, newDeliveryOf(message), { state: 'succeeded' }, TIMESTAMP);
  }
};

const listAll = async (fixture: WebhookFixture, endpointId: string, limit: number) => {
  const selection = { organizationId: fixture.organizationId, endpointId };
  const read = readDeliveryPosition({});
  const found: string[] = [];
  let position: string | undefined;
  do {
    const page = await listDeliveries(fixture.store, selection, { limit, position });
    found.push(...page.deliveries.map((each) => `${each.resourceId} ${each.sequence}`));
    position = page.next === undefined ? undefined : read(page.next);
    expect(position).toBe(page.next);
  } while (position !== undefined);
  return found;
};

it('lists deliveries of changes within one second newest first, page by page', async () => {
  const fixture = createWebhookFixture(engine);
  const endpoint = await fixture.putEndpoint();
  const [first, second] = [randomUUID(), randomUUID()];
  const changes: string[] = [];
  const change = async (id: string, version: number): Promise<void> => {
    await changePerson(fixture, id, version);
    changes.unshift(`${id} ${version}`);
  };
  for (let version = 1; version <= 12; version++) await change(first, version);
  // A record with few changes can be newer than one with many.
  for (let version = 1; version <= 3; version++) await change(second, version);
  await change(first, 13);
  await deliverChanges(fixture);

  expect(await listAll(fixture, endpoint.id, 20)).toEqual(changes);
  expect(await listAll(fixture, endpoint.id, 3)).toEqual(changes);
});

it('lists deliveries without a stream sequence before the others of their timestamp', async () => {
  const fixture = createWebhookFixture(engine);
  const endpoint = await fixture.putEndpoint();
  const [changed, stored, older, newer] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const millisecond = (difference: number) => new Date(SECOND * 1000 + difference).toISOString();
  for (const [resourceId, timestamp] of [
    [newer, millisecond(1)],
    [stored, TIMESTAMP],
    [older, millisecond(-1)],
  ] as const) {
    await fixture.newDelivery(endpoint, fixture.newEvent({ resourceId, eventTimestamp: timestamp }));
  }
  await changePerson(fixture, changed, 1);
  await deliverChanges(fixture);

  const expected = [`${newer} 3`, `${changed} 1`, `${stored} 3`, `${older} 3`];
  expect(await listAll(fixture, endpoint.id, 20)).toEqual(expected);
  expect(await listAll(fixture, endpoint.id, 1)).toEqual(expected);
});

it('accepts only positions at which a page can end', () => {
  const id = randomUUID();
  const sequence = '0'.repeat(39);
  const read = readDeliveryPosition({ after: '2025-01-01T00:00:00.000Z' });
  for (const position of [`${TIMESTAMP}#${id}`, `${TIMESTAMP}#s${sequence}7#${id}`]) {
    expect(read(position)).toBe(position);
  }
  for (const position of [
    `${TIMESTAMP}#s${sequence}7`,
    `${TIMESTAMP}#s7#${id}`,
    `${TIMESTAMP}#${sequence}7#${id}`,
    `${TIMESTAMP}#s${sequence}7#s${sequence}7#${id}`,
    `2024-12-31T00:00:00.000Z#s${sequence}7#${id}`,
  ]) {
    expect(read(position)).toBeUndefined();
  }
});
