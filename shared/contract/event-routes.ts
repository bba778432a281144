import type { AdminRoute } from './admin-route.ts';
import { EVENT_PATTERNS } from './event-types.ts';
import { EVENT_RECORD_KINDS } from './record-kinds.ts';

/** The operations of the admin API on the events of the feed. */
export const EVENT_ROUTES = {
  listEvents: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/events',
    query: {
      types: { kind: 'set', values: EVENT_PATTERNS },
      kind: { kind: 'enum', values: EVENT_RECORD_KINDS },
      id: { kind: 'uuid' },
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'EventPage',
  },
  getEvent: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/events/{position}',
    query: {},
    response: 'EventWithDeliveries',
  },
} as const satisfies Record<string, AdminRoute>;
