import { PARTITION_KEY, SORT_KEY, VERSION_ATTRIBUTE } from '../../../shared/table/items/schema.ts';
import type { TableAccess } from '../platform/service-function.ts';

/** Disabling the endpoints of a key that was revoked, and changing nothing else of them. */
export const ENDPOINT_DISABLING: readonly TableAccess[] = [
  { actions: ['Query', 'GetItem'], items: ['webhookEndpoints'] },
  {
    actions: ['UpdateItem'],
    items: ['webhookEndpoints'],
    attributes: [PARTITION_KEY, SORT_KEY, VERSION_ATTRIBUTE, 'disabledReason', 'disabledAt', 'updatedAt'],
  },
];
