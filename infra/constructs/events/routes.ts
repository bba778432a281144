import type { EVENT_ROUTES } from '../../../shared/operations/data-api/events.ts';
import type { RouteFunctions } from '../platform/route-function.ts';

/** The functions of the routes of events. The types of events are part of the code. */
export const eventRoutes: RouteFunctions<keyof typeof EVENT_ROUTES> = {
  listEvents: {
    access: [{ actions: ['GetItem', 'Query'], items: ['feeds'] }],
  },
  listEventTypes: {},
};
