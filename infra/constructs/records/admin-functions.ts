import type { Construct } from 'constructs';
import { RETENTION_VARIABLE } from '../../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';
import { CHANGE_INDEX, COLLECTION_INDEX, PART_INDEX } from '../../../shared/table/items/schema.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import { retentionOf } from '../platform/retention.ts';
import type { TableAccess } from '../platform/service-function.ts';

/** Reads alone: a member's request must not reach a function that can delete. */
const RECORD_BROWSING: readonly TableAccess[] = [
  { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.organizations] },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
    leadingKeys: [LEADING_KEYS.people, LEADING_KEYS.companies],
  },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.callLists],
  },
  { actions: ['dynamodb:BatchGetItem'], leadingKeys: [LEADING_KEYS.callListEntryLocators] },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [
      LEADING_KEYS.personCollections,
      LEADING_KEYS.companyCollections,
      LEADING_KEYS.callListCollections,
    ],
    indexes: [CHANGE_INDEX.name],
  },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.callListCollections],
    indexes: [COLLECTION_INDEX.name, PART_INDEX.name],
  },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [
      LEADING_KEYS.personCollections,
      LEADING_KEYS.companyCollections,
      LEADING_KEYS.personLookups,
      LEADING_KEYS.companyLookups,
      LEADING_KEYS.entryLookups,
    ],
  },
  { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.callListCollections] },
];

/** Besides what deletions need. */
const ERASURE: readonly TableAccess[] = [
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.entryLookups, LEADING_KEYS.eventLookups, LEADING_KEYS.webhookEndpoints],
  },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
    leadingKeys: [LEADING_KEYS.feeds],
  },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
    leadingKeys: [LEADING_KEYS.webhookDeliveries],
  },
];

/** A deletion replaces the record by a tombstone. Only entries of call lists are removed. */
const RECORD_MANAGEMENT: readonly TableAccess[] = [
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    leadingKeys: [LEADING_KEYS.people, LEADING_KEYS.companies],
  },
  // Whether what an entry refers to is marked as touched.
  { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.organizations] },
  {
    actions: [
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    ],
    leadingKeys: [LEADING_KEYS.callLists],
  },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
    leadingKeys: [LEADING_KEYS.callListEntryLocators],
  },
  {
    actions: ['dynamodb:UpdateItem'],
    leadingKeys: [
      LEADING_KEYS.personCollections,
      LEADING_KEYS.companyCollections,
      LEADING_KEYS.callListCollections,
      LEADING_KEYS.callListEntryCollections,
    ],
  },
  { actions: ['dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.auditLogs] },
  ...ERASURE,
];

/** Creates the functions that show records in the console, and that delete them. */
export const createRecordFunctions = (scope: Construct, props: AdminFunctionProps) => ({
  'browse-records': createAdminFunction(scope, 'BrowseRecords', props, {
    functionName: 'browse-records',
    description: 'Shows records in the console',
    access: RECORD_BROWSING,
  }),
  'manage-records': createAdminFunction(scope, 'ManageRecords', props, {
    functionName: 'manage-records',
    description: 'Deletes and erases single records',
    access: RECORD_MANAGEMENT,
    environment: { [RETENTION_VARIABLE]: JSON.stringify(retentionOf(props.config)) },
  }),
});
