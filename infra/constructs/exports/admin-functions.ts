import type { Construct } from 'constructs';
import { EXPORT_FILES_PREFIX } from '../../../shared/exports/object-keys.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import type { FileBucket } from '../platform/file-bucket.ts';
import { grantSendMessages } from '../platform/queues.ts';
import type { Exports } from './exports.ts';

export interface ExportFunctionProps extends AdminFunctionProps {
  readonly files: FileBucket;
  readonly exports: Exports;
}

/** Creates the function that manages exports. */
export const createExportFunctions = (scope: Construct, props: ExportFunctionProps) => {
  const { files, exports } = props;
  const manageExports = createAdminFunction(scope, 'ManageExports', props, {
    functionName: 'manage-exports',
    description: 'Manages exports',
    access: [
      { actions: ['Query', 'PutItem'], items: ['exports'] },
      { actions: ['GetItem'], items: ['callLists'] },
      { actions: ['PutItem'], items: ['auditLogs'] },
    ],
    environment: exports.environment,
  });
  // Presigned URLs allow what the function that signs them may do.
  files.grantObjects(manageExports, ['s3:GetObject'], [EXPORT_FILES_PREFIX]);
  grantSendMessages(manageExports, [exports.queue]);
  return { 'manage-exports': manageExports };
};
