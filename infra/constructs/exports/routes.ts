import { EXPORT_FILES_PREFIX } from '../../../shared/exports/object-keys.ts';
import type { EXPORT_ROUTES } from '../../../shared/operations/data-api/exports.ts';
import type { FileBucket } from '../platform/file-bucket.ts';
import { grantSendMessages } from '../platform/queues.ts';
import type { RouteFunctions } from '../platform/route-function.ts';
import type { Exports } from './exports.ts';

/** The functions of the routes of exports. */
export const exportRoutes = (
  files: FileBucket,
  exports: Exports,
): RouteFunctions<keyof typeof EXPORT_ROUTES> => ({
  createExport: {
    environment: exports.environment,
    grant: (handler) => grantSendMessages(handler, [exports.queue]),
    access: [
      { actions: ['Query', 'PutItem'], items: ['exports'] },
      { actions: ['GetItem', 'PutItem'], items: ['idempotentRequests'] },
      { actions: ['GetItem'], items: ['callLists'] },
      // Checks that the key is still active, and reads nothing of it.
      { actions: ['ConditionCheckItem'], items: ['apiKeys'] },
      { actions: ['PutItem'], items: ['auditLogs'] },
    ],
  },
  listExports: {
    environment: files.environment,
    // Presigned URLs allow what the function that signs them may do.
    grant: (handler) => files.grantObjects(handler, ['s3:GetObject'], [EXPORT_FILES_PREFIX]),
    access: [{ actions: ['Query'], items: ['exports'] }],
  },
  getExport: {
    environment: files.environment,
    grant: (handler) => files.grantObjects(handler, ['s3:GetObject'], [EXPORT_FILES_PREFIX]),
    access: [{ actions: ['GetItem'], items: ['exports'] }],
  },
});
