import { EVENT_PATTERNS } from '../../contract/events/event-types.ts';
import { RECORD_EVENT_KINDS } from '../../kinds/event-kinds.ts';
import type { AdminDocumentation } from '../documentation.ts';
import type { AdminRoutes } from '../route.ts';

/** The operations of the admin API on the events of the feed. */
export const EVENT_ROUTES = {
  listEvents: {
    functionName: 'browse-events',
    method: 'GET',
    path: '/events',
    query: {
      types: { kind: 'set', values: EVENT_PATTERNS },
      kind: { kind: 'enum', values: RECORD_EVENT_KINDS },
      id: { kind: 'uuid' },
      after: { kind: 'timestamp' },
      before: { kind: 'timestamp' },
      tail: { kind: 'boolean', onlyWith: ['types', 'limit', 'cursor'] },
      include: { kind: 'set', values: ['delays'] },
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'EventPage',
  },
  getEvent: {
    functionName: 'browse-events',
    method: 'GET',
    path: '/events/{position}',
    query: {},
    response: 'EventWithDeliveries',
  },
} as const satisfies AdminRoutes;

/** Their documentation. */
export const documentEventRoutes = (): AdminDocumentation<typeof EVENT_ROUTES> => ({
  listEvents: {
    summary: 'List events',
    description:
      'The events of the feed, newest first; with `kind` and `id` those about one record, which members ' +
      'see too if the organization allows it. Events of an entry are also about the people whom it ' +
      'calls and called before. A page may be short, or even empty, while `nextCursor` leads to more. ' +
      'The events of one record may lag by a few seconds. With `tail`, the events that follow a cursor, ' +
      'oldest first. `include=delays` adds how far the feed and the lookups are behind.',
    parameters: {
      types:
        'Only events of these types, comma-separated: types such as `person.created`, patterns such as ' +
        '`person.*`, or `*` for all.',
      kind: 'Only events about one record: its kind. Requires `id`.',
      id: 'Only events about one record: its id. Requires `kind`.',
      after: 'Only events after this RFC 3339 date-time, exclusive.',
      before: 'Only events before this RFC 3339 date-time, exclusive.',
      tail:
        'The events that follow `cursor`, oldest first; without a cursor, none, but the cursor to start ' +
        'with.',
    },
  },
  getEvent: {
    summary: 'Get an event',
    description:
      'The event with its webhook deliveries. Admins only. Erased and expired events are not found.',
    parameters: { position: 'The position of the event in the feed.' },
  },
});
