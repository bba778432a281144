import {
  PARTITION_KEY,
  SORT_KEY,
  TIME_TO_LIVE_ATTRIBUTE,
  VERSION_ATTRIBUTE,
} from '../../../shared/table/items/schema.ts';
import type { TableAccess } from '../platform/service-function.ts';

/** Disabling the endpoints of a revoked key, which frees their places, and changing nothing else of them. */
export const ENDPOINT_DISABLING: readonly TableAccess[] = [
  { actions: ['Query', 'GetItem'], items: ['webhookEndpoints'] },
  {
    actions: ['UpdateItem'],
    items: ['webhookEndpoints'],
    attributes: [
      ...[PARTITION_KEY, SORT_KEY, VERSION_ATTRIBUTE, TIME_TO_LIVE_ATTRIBUTE],
      ...['disabledReason', 'disabledAt', 'updatedAt'],
    ],
  },
  { actions: ['GetItem', 'UpdateItem'], items: ['webhookDomains'] },
];
