import type { RouteFunctions } from '../platform/route-function.ts';

/** The functions of the routes of events. The types of events are part of the code. */
export const eventRoutes: RouteFunctions<'listEvents' | 'listEventTypes'> = {
  listEvents: {
    access: [{ actions: ['GetItem', 'Query'], items: ['feeds'] }],
  },
  listEventTypes: {},
};
