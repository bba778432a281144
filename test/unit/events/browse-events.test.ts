import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createListEvents } from '../../../functions/events/browse-events/list-events.ts';
import { readParameters } from '../../../functions/http/request.ts';
import { fittingResponse } from '../../../functions/http/response.ts';
import { appendToFeed } from '../../../shared/events/feed/append-to-feed.ts';
import { EVENT_ROUTES } from '../../../shared/operations/admin-api/events.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';

const engine = useEngine();
const LAMBDA_BYTES = 6 * 1024 ** 2;

/** Appends events of this size, numbered from 1, and returns a function that lists them. */
const feedOf = async (count: number, characters: number) => {
  const organizationId = randomUUID();
  for (let number = 1; number <= count; number++) {
    const event = { number, text: 'x'.repeat(characters) };
    const record = {
      organizationId,
      id: [String(number)],
      second: '2026-03-01T00:00:00',
      events: [{ type: 'person.updated', json: JSON.stringify(event) }],
    };
    await appendToFeed(engine.table, [record], 30);
  }
  return async (cursor?: string) => {
    const query = cursor === undefined ? {} : { cursor };
    const event = proxyEvent({ organizationId, resource: '/events', query });
    const read = readParameters(EVENT_ROUTES.listEvents, event);
    if ('errors' in read) throw new Error(JSON.stringify(read.errors));
    const principal = { organizationId, actor: { id: 'a', name: 'a', from: null }, role: 'admin' } as const;
    const request = { ...read.parameters, principal, body: undefined, from: '127.0.0.1' };
    return fittingResponse(await createListEvents(engine.table.reader)(request)).response;
  };
};

it('pages large events within the limit of a response', async () => {
  const list = await feedOf(20, 900_000);
  const numbers: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await list(cursor);
    expect(JSON.stringify(JSON.stringify(body)).length).toBeLessThan(LAMBDA_BYTES);
    numbers.push(...body.items.map(({ event }) => ('number' in event ? event.number : undefined)));
    cursor = body.nextCursor;
  } while (cursor !== undefined);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
});
