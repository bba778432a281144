import type { Construct } from 'constructs';
import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import type { TableAccess } from '../platform/service-function.ts';

const EVENT_BROWSING: readonly TableAccess[] = [
  { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.organizations] },
  { actions: ['dynamodb:GetItem', 'dynamodb:Query'], leadingKeys: [LEADING_KEYS.feeds] },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.eventLookups, LEADING_KEYS.webhookEndpoints],
  },
  { actions: ['dynamodb:BatchGetItem'], leadingKeys: [LEADING_KEYS.webhookDeliveries] },
];

/** Creates the function that shows events in the console. */
export const createEventFunctions = (scope: Construct, props: AdminFunctionProps) => ({
  'browse-events': createAdminFunction(scope, 'BrowseEvents', props, {
    functionName: 'browse-events',
    description: 'Shows events and their deliveries in the console',
    access: EVENT_BROWSING,
  }),
});
