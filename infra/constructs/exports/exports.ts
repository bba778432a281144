import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { EXPORT_DAYS } from '../../../shared/contract/exports/export-limits.ts';
import { EXPORT_FILES_PREFIX } from '../../../shared/exports/object-keys.ts';
import { EXPORT_QUEUE_URL_VARIABLE } from '../../../shared/runtime/environment.ts';
import { PLAIN_COLLECTIONS, PLAIN_ITEMS } from '../../../shared/table/items/leading-keys.ts';
import { CHANGE_INDEX, COLLECTION_INDEX } from '../../../shared/table/items/schema.ts';
import type { AlarmDefinition } from '../platform/metrics.ts';
import type { TableAccess } from '../platform/service-function.ts';
import {
  countFailedJobs,
  jobAlarms,
  SteppedJobs,
  type SteppedJobsContext,
} from '../platform/stepped-jobs.ts';

/** Creates the metric of exports that ended without files. */
export const countFailedExports = (scope: Construct, exports: Exports): Metric =>
  countFailedJobs(scope, 'FailedExports', exports, 'state');

/** The alarms of exports. */
export const exportAlarms = (exports: Exports, failed: Metric): readonly AlarmDefinition[] =>
  jobAlarms('exports', 'An export failed: it has too many files, or our own code failed.', exports, failed);

/** S3 deletes files a day after they expire, so that none is missing before. */
const FILE_RETENTION = Duration.days(EXPORT_DAYS + 1);

const COLLECTIONS = [...PLAIN_COLLECTIONS, 'callListCollections', 'callListEntryCollections'] as const;

const ACCESS: readonly TableAccess[] = [
  { actions: ['Query'], items: COLLECTIONS },
  { actions: ['GetItem'], items: ['callListCollections'] },
  { actions: ['Query'], items: COLLECTIONS, indexes: [CHANGE_INDEX] },
  { actions: ['Query'], items: ['callLists'], indexes: [COLLECTION_INDEX] },
  { actions: ['BatchGetItem'], items: [...PLAIN_ITEMS, 'callLists'] },
  { actions: ['GetItem'], items: ['callLists', 'callListEntryLocators'] },
  { actions: ['GetItem', 'Query'], items: ['feeds'] },
  { actions: ['Query'], items: ['customFields'] },
  { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], items: ['exports'] },
  { actions: ['PutItem'], items: ['auditLogs'] },
];

/** Writes exports into the bucket. */
export class Exports extends SteppedJobs {
  constructor(scope: Construct, id: string, props: SteppedJobsContext) {
    super(scope, id, {
      ...props,
      functionId: 'WriteExports',
      functionName: 'write-exports',
      description: 'Writes the files of exports, step by step',
      access: ACCESS,
      queueVariable: EXPORT_QUEUE_URL_VARIABLE,
      maxConcurrency: props.config.exportConcurrency,
      objects: {
        actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
        prefixes: [EXPORT_FILES_PREFIX],
      },
    });
    props.files.expire(EXPORT_FILES_PREFIX, FILE_RETENTION);
  }
}
