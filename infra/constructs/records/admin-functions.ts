import type { Construct } from 'constructs';
import { EXPORT_FILES_PREFIX } from '../../../shared/exports/object-keys.ts';
import { RETENTION_VARIABLE } from '../../../shared/runtime/environment.ts';
import { PLAIN_COLLECTIONS, PLAIN_ITEMS, PLAIN_LOOKUPS } from '../../../shared/table/items/leading-keys.ts';
import { CHANGE_INDEX, COLLECTION_INDEX, PART_INDEX } from '../../../shared/table/items/schema.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import type { FileBucket } from '../platform/file-bucket.ts';
import { retentionOf } from '../platform/retention.ts';
import type { TableAccess } from '../platform/service-function.ts';
import { SUPPRESSION } from './suppression-access.ts';

/** Reads alone: a member's request must not reach a function that can delete. */
const RECORD_BROWSING: readonly TableAccess[] = [
  { actions: ['GetItem'], items: ['organizations'] },
  { actions: ['GetItem', 'BatchGetItem'], items: PLAIN_ITEMS },
  { actions: ['GetItem', 'BatchGetItem', 'Query'], items: ['callLists'] },
  { actions: ['BatchGetItem'], items: ['callListEntryLocators'] },
  {
    actions: ['Query'],
    items: [...PLAIN_COLLECTIONS, 'callListCollections'],
    indexes: [CHANGE_INDEX],
  },
  { actions: ['Query'], items: ['callListCollections'], indexes: [COLLECTION_INDEX, PART_INDEX] },
  {
    actions: ['Query'],
    items: [
      ...PLAIN_COLLECTIONS,
      'callListEntryCollections',
      ...PLAIN_LOOKUPS,
      'callListLookups',
      'entryLookups',
      'customFields',
    ],
  },
  { actions: ['GetItem'], items: ['callListCollections'] },
];

/** What erasures need in addition to deletions. */
const ERASURE: readonly TableAccess[] = [
  { actions: ['Query'], items: ['eventLookups', 'webhookEndpoints'] },
  { actions: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], items: ['feeds'] },
  { actions: ['GetItem', 'BatchGetItem', 'UpdateItem'], items: ['webhookDeliveries'] },
  { actions: ['GetItem', 'Query', 'PutItem'], items: ['exports'] },
  { actions: ['Query'], items: PLAIN_LOOKUPS },
];

/** A deletion replaces the record by a tombstone. Only entries of call lists are removed. */
const RECORD_MANAGEMENT: readonly TableAccess[] = [
  { actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'], items: PLAIN_ITEMS },
  // Whether what an entry refers to is marked as touched.
  { actions: ['GetItem'], items: ['organizations'] },
  {
    actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    items: ['callLists'],
  },
  { actions: ['GetItem', 'BatchGetItem', 'PutItem'], items: ['callListEntryLocators'] },
  {
    actions: ['UpdateItem'],
    items: [...PLAIN_COLLECTIONS, 'callListCollections', 'callListEntryCollections'],
  },
  { actions: ['PutItem'], items: ['auditLogs'] },
  ...SUPPRESSION,
  { actions: ['Query'], items: ['suppressions'] },
  // What has changed so recently that lookups may not list it.
  {
    actions: ['Query'],
    items: [...PLAIN_COLLECTIONS, 'callListEntryCollections'],
    indexes: [CHANGE_INDEX],
  },
  ...ERASURE,
];

export interface RecordFunctionProps extends AdminFunctionProps {
  readonly files: FileBucket;
}

/** Creates the functions that show records in the console, and that delete them. */
export const createRecordFunctions = (scope: Construct, props: RecordFunctionProps) => {
  const manageRecords = createAdminFunction(scope, 'ManageRecords', props, {
    functionName: 'manage-records',
    description: 'Deletes, erases and suppresses single records',
    access: RECORD_MANAGEMENT,
    environment: {
      [RETENTION_VARIABLE]: JSON.stringify(retentionOf(props.config)),
      ...props.files.environment,
    },
  });
  props.files.grantObjects(manageRecords, ['s3:DeleteObject'], [EXPORT_FILES_PREFIX]);
  return {
    'browse-records': createAdminFunction(scope, 'BrowseRecords', props, {
      functionName: 'browse-records',
      description: 'Shows records in the console',
      access: RECORD_BROWSING,
    }),
    'manage-records': manageRecords,
  };
};
