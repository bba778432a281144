import type { Construct } from 'constructs';
import {
  DROP_PREFIX,
  RECEIVED_PREFIX,
  UPLOAD_PREFIX,
  WORK_PREFIX,
} from '../../../shared/imports/object-keys.ts';
import { PLAIN_ITEMS } from '../../../shared/table/items/leading-keys.ts';
import { CHANGE_INDEX, COLLECTION_INDEX, PART_INDEX } from '../../../shared/table/items/schema.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import type { FileBucket } from '../platform/file-bucket.ts';
import { grantSendMessages } from '../platform/queues.ts';
import type { TableAccess } from '../platform/service-function.ts';
import type { Imports } from './imports.ts';

export interface ImportFunctionProps extends AdminFunctionProps {
  readonly files: FileBucket;
  readonly imports: Imports;
}

const LOOKUPS = ['personLookups', 'companyLookups', 'callListLookups', 'entryLookups'] as const;

/** Imports run elsewhere: here they only join their queue, and checks read what they would change. */
const IMPORT_MANAGEMENT: readonly TableAccess[] = [
  { actions: ['GetItem', 'BatchGetItem', 'PutItem'], items: ['imports'] },
  { actions: ['Query'], items: ['importCollections'], indexes: [COLLECTION_INDEX, PART_INDEX] },
  { actions: ['GetItem', 'BatchGetItem'], items: PLAIN_ITEMS },
  { actions: ['Query'], items: ['callLists', ...LOOKUPS] },
  { actions: ['BatchGetItem'], items: ['callLists', 'callListEntryLocators', 'recordAliases'] },
  { actions: ['GetItem', 'BatchGetItem'], items: ['suppressions'] },
  { actions: ['Query'], items: ['personCollections', 'companyCollections'] },
  { actions: ['Query'], items: ['personCollections', 'companyCollections'], indexes: [CHANGE_INDEX] },
  { actions: ['GetItem', 'Query', 'DeleteItem'], items: ['importLocks'] },
  { actions: ['PutItem'], items: ['importLocks', 'auditLogs'] },
  { actions: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], items: ['importProfiles'] },
];

/** Creates the function that manages imports and profiles. */
export const createImportFunctions = (scope: Construct, props: ImportFunctionProps) => {
  const { files, imports } = props;
  const manageImports = createAdminFunction(scope, 'ManageImports', props, {
    functionName: 'manage-imports',
    description: 'Manages imports of files and the profiles of dropped files',
    access: IMPORT_MANAGEMENT,
    environment: imports.environment,
  });
  // Presigned URLs allow what the function that signs them may do.
  files.grantObjects(manageImports, ['s3:PutObject'], [UPLOAD_PREFIX]);
  files.grantObjects(
    manageImports,
    ['s3:GetObject'],
    [UPLOAD_PREFIX, RECEIVED_PREFIX, DROP_PREFIX, WORK_PREFIX],
  );
  grantSendMessages(manageImports, [imports.queue]);
  return { 'manage-imports': manageImports };
};
