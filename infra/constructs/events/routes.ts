import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';
import type { RouteFunctions } from '../platform/route-function.ts';

/** The functions of the routes of events. The types of events are part of the code. */
export const eventRoutes: RouteFunctions<'listEvents' | 'listEventTypes'> = {
  listEvents: {
    access: [{ actions: ['dynamodb:GetItem', 'dynamodb:Query'], leadingKeys: [LEADING_KEYS.feeds] }],
  },
  listEventTypes: {},
};
