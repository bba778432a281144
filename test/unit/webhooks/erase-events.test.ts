import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Table } from '../../../shared/table/table.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { createWebhookFixture, jsonOf } from '../../support/webhooks/webhook-fixture.ts';

const ENDPOINTS = 1_000;
const EVENTS = 5;

const engine = useEngine();

it('erases the events of a person with writes by event, not by endpoint', async () => {
  const fixture = createWebhookFixture(engine);
  const { organizationId, store } = fixture;
  await fixture.putEndpoints(ENDPOINTS);
  const endpoint = await fixture.putEndpoint();
  const personId = randomUUID();
  for (let count = 0; count < EVENTS; count++) {
    const event = fixture.newEvent();
    const json = JSON.stringify({ ...JSON.parse(jsonOf(event)), data: { id: personId } });
    const ofPerson = await fixture.inFeed({ ...event, source: { json } });
    const { id } = await fixture.newDelivery(endpoint, ofPerson);
    // The delivery of the first event is stored, and holds nothing of it. Messages hold the others.
    if (count === 0) await fixture.attempt(id, { status: 204, error: null }, { state: 'succeeded' });
  }

  let writes = 0;
  const counted =
    <A extends readonly unknown[], R>(write: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> => {
      writes += 1;
      return write(...given);
    };
  const { put, update, transact } = store.writer;
  const table: Table = {
    ...store,
    writer: { ...store.writer, put: counted(put), update: counted(update), transact: counted(transact) },
  };
  expect(await eraseEvents(table, organizationId, personId)).toEqual({
    events: EVENTS,
    cancelledDeliveries: 0,
    responses: 0,
  });
  // A mark and a line of the feed for each event.
  expect(writes).toBe(2 * EVENTS);
  expect(await eraseEvents(table, organizationId, personId)).toMatchObject({ events: 0 });
});
