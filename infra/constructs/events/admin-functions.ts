import type { Construct } from 'constructs';
import { CHANGE_INDEX, COLLECTION_INDEX } from '../../../shared/table/items/schema.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import type { TableAccess } from '../platform/service-function.ts';

const EVENT_BROWSING: readonly TableAccess[] = [
  { actions: ['GetItem'], items: ['organizations'] },
  { actions: ['GetItem', 'Query'], items: ['feeds'] },
  { actions: ['Query'], items: ['eventLookups', 'webhookEndpoints'] },
  { actions: ['BatchGetItem'], items: ['webhookDeliveries'] },
  // The imports that made the changes.
  { actions: ['GetItem'], items: ['imports'] },
  { actions: ['Query'], items: ['importCollections'], indexes: [COLLECTION_INDEX] },
  // Which changes are not in the feed.
  {
    actions: ['Query'],
    items: ['personCollections', 'companyCollections', 'callListEntryCollections'],
    indexes: [CHANGE_INDEX],
  },
];

/** Creates the function that shows events in the console. */
export const createEventFunctions = (scope: Construct, props: AdminFunctionProps) => ({
  'browse-events': createAdminFunction(scope, 'BrowseEvents', props, {
    functionName: 'browse-events',
    description: 'Shows events and their deliveries in the console',
    access: EVENT_BROWSING,
  }),
});
