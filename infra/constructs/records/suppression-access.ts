import type { TableAccess } from '../platform/service-function.ts';

/**
 * What functions need that put numbers and addresses on the suppression list, besides writing the records
 * that have them.
 */
export const SUPPRESSION: readonly TableAccess[] = [
  {
    actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    items: ['suppressions'],
  },
  { actions: ['Query'], items: ['personLookups', 'companyLookups', 'entryLookups'] },
];
