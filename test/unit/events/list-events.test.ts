import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createListEvents } from '../../../functions/events/list-events/handler.ts';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { EVENT_TYPES, type EventType } from '../../../shared/contract/events/event-types.ts';
import { PERMISSIONS, type Permission } from '../../../shared/contract/keys/permissions.ts';
import { appendToFeed } from '../../../shared/events/feed/append-to-feed.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const engine = useEngine();

interface Event {
  readonly type: EventType;
  readonly data: { readonly id: string; readonly apiKeyId?: string | null };
}

/** Whether a key may see an event, written down once more. */
const maySee = ({ type, data }: Event, permissions: ReadonlySet<Permission>): boolean => {
  const has = (...either: readonly Permission[]) => either.some((each) => permissions.has(each));
  if (type.startsWith('person.')) return has('person:read', 'person:list');
  if (type.startsWith('company.')) return has('company:read', 'company:list');
  if (type.startsWith('call_list')) return has('call-list:read');
  if (type.startsWith('call.')) return has('call:read');
  if (type.startsWith('webhook_endpoint.')) return has('webhook:manage') && typeof data.apiKeyId === 'string';
  return true;
};

it('returns exactly the events that the key may see, in pages of any size', async () => {
  const organizationId = randomUUID();
  // Those of webhook endpoints: of an API key, of an admin, and from before events had the field.
  const owners = [{ apiKeyId: randomUUID() }, { apiKeyId: null }, {}];
  const events: readonly Event[] = EVENT_TYPES.flatMap((type) =>
    (type.startsWith('webhook_endpoint.') ? owners : [{}]).map((owner) => ({
      type,
      data: { id: randomUUID(), ...owner },
    })),
  );
  for (const [index, event] of events.entries()) {
    const json = JSON.stringify({ id: String(index), ...event, previous: {} });
    const record = { organizationId, id: [String(index)], second: '2026-03-01T00:00:00' };
    await appendToFeed(engine.table, [{ ...record, events: [{ type: event.type, json }] }], 30);
  }
  const handler = dataFunction(ROUTES.listEvents, createListEvents(engine.table));
  const idsOf = async (permissions: readonly Permission[], limit: number): Promise<readonly string[]> => {
    const ids: string[] = [];
    let cursor: string | undefined;
    for (;;) {
      const query = { limit: String(limit), ...(cursor !== undefined && { cursor }) };
      const request = { organizationId, resource: '/v1/event', query, permissions: permissions.join() };
      const { body } = await handler(proxyEvent(request), lambdaContext());
      const { items, nextCursor, hasMore } = JSON.parse(body);
      if (hasMore === true) expect(items).toHaveLength(limit);
      ids.push(...items.map(({ id }: { id: string }) => id));
      if (hasMore !== true) return ids;
      cursor = nextCursor;
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.subarray([...PERMISSIONS]),
      fc.integer({ min: 1, max: 10 }),
      async (permissions, limit) => {
        const shown = events.flatMap((event, index) =>
          maySee(event, new Set(permissions)) ? [String(index)] : [],
        );
        // The route requires it.
        const held = new Set<Permission>([...permissions, 'event:read']);
        expect(await idsOf([...held], limit)).toEqual(shown);
      },
    ),
    { numRuns: 30 },
  );
});
