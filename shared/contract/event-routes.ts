import { EVENT_PATTERNS } from './event-types.ts';
import { EVENT_RECORD_KINDS } from './record-kinds.ts';
import type { AdminRoute } from './route.ts';

/** The operations of the admin API on the events of the feed. */
export const EVENT_ROUTES = {
  listEvents: {
    functionName: 'browse-events',
    method: 'GET',
    path: '/events',
    query: {
      types: { kind: 'set', values: EVENT_PATTERNS },
      kind: { kind: 'enum', values: EVENT_RECORD_KINDS },
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
} as const satisfies Record<string, AdminRoute>;
