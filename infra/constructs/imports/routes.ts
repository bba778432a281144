import { Duration } from 'aws-cdk-lib';
import { RECEIVED_PREFIX, UPLOAD_PREFIX, WORK_PREFIX } from '../../../shared/imports/object-keys.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/data-api/imports.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../../../shared/table/items/schema.ts';
import type { FileBucket } from '../platform/file-bucket.ts';
import { grantSendMessages } from '../platform/queues.ts';
import type { RouteFunction, RouteFunctions } from '../platform/route-function.ts';
import { IMPORT_ACCESS, type Imports } from './imports.ts';

/** What shows imports: presigned URLs allow what the function that signs them may do. */
const viewing = (files: FileBucket): Pick<RouteFunction, 'environment' | 'grant'> => ({
  environment: files.environment,
  grant: (handler) => {
    files.grantObjects(handler, ['s3:PutObject'], [RECEIVED_PREFIX]);
    files.grantObjects(handler, ['s3:GetObject'], [RECEIVED_PREFIX, UPLOAD_PREFIX, WORK_PREFIX]);
  },
});

/** The functions of the routes of imports. No files are uploaded while a table is restored. */
export const importRoutes = (
  files: FileBucket,
  imports: Imports,
): RouteFunctions<keyof typeof IMPORT_ROUTES> => ({
  createImport: {
    environment: imports.environment,
    grant: (handler) => {
      viewing(files).grant?.(handler);
      files.grantObjects(handler, ['s3:PutObject'], [UPLOAD_PREFIX, WORK_PREFIX]);
      grantSendMessages(handler, [imports.queue]);
    },
    access: [
      // It imports rows itself.
      ...IMPORT_ACCESS,
      { actions: ['PutItem'], items: ['importBatches'] },
      { actions: ['GetItem', 'PutItem'], items: ['idempotentRequests'] },
      // Checks that the key is still active, and reads nothing of it.
      { actions: ['ConditionCheckItem'], items: ['apiKeys'] },
    ],
    timeout: Duration.seconds(28),
    memoryMb: 1769,
  },
  listImports: {
    ...viewing(files),
    writesFiles: true,
    access: [
      { actions: ['Query'], items: ['importBatchCollections'], indexes: [COLLECTION_INDEX, PART_INDEX] },
      { actions: ['BatchGetItem'], items: ['importBatches'] },
      { actions: ['GetItem'], items: ['imports'] },
    ],
  },
  getImport: {
    ...viewing(files),
    writesFiles: true,
    access: [{ actions: ['GetItem'], items: ['importBatches', 'imports'] }],
  },
});
