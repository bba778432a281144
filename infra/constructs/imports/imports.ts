import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import {
  DROP_PREFIX,
  RECEIVED_PREFIX,
  UPLOAD_PREFIX,
  WORK_PREFIX,
} from '../../../shared/imports/object-keys.ts';
import { IMPORT_QUEUE_URL_VARIABLE } from '../../../shared/runtime/environment.ts';
import { PLAIN_COLLECTIONS, PLAIN_ITEMS, PLAIN_LOOKUPS } from '../../../shared/table/items/leading-keys.ts';
import { CHANGE_INDEX } from '../../../shared/table/items/schema.ts';
import type { AlarmDefinition } from '../platform/metrics.ts';
import type { TableAccess } from '../platform/service-function.ts';
import {
  countFailedJobs,
  jobAlarms,
  SteppedJobs,
  type SteppedJobsContext,
} from '../platform/stepped-jobs.ts';
import { SUPPRESSION } from '../records/suppression-access.ts';
import { type BucketPolicies, importFromBuckets } from './import-buckets.ts';

/** Creates the metric of imports that ended without importing their file. */
export const countFailedImports = (scope: Construct, imports: Imports): Metric =>
  countFailedJobs(scope, 'FailedImports', imports, 'status');

/** The alarms of imports. */
export const importAlarms = (imports: Imports, failed: Metric): readonly AlarmDefinition[] =>
  jobAlarms('imports', 'An import failed: its file cannot be read, or our own code failed.', imports, failed);

/** How long rejected rows are kept between the steps of an import. */
const WORK_RETENTION = Duration.days(7);

const READ = ['GetItem', 'BatchGetItem'] as const;

/** What importing rows takes. */
export const IMPORT_ACCESS: readonly TableAccess[] = [
  // Records are compared, written, deleted by a tombstone, and must exist while entries are created.
  { actions: [...READ, 'ConditionCheckItem', 'PutItem', 'UpdateItem'], items: PLAIN_ITEMS },
  // Undos read lists and entries that they delete.
  { actions: [...READ, 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], items: ['callLists'] },
  { actions: [...READ, 'PutItem'], items: ['callListEntryLocators'] },
  {
    actions: ['UpdateItem'],
    items: [...PLAIN_COLLECTIONS, 'callListCollections', 'callListEntryCollections'],
  },
  // Records may name their call list, and those of a source are counted with their lookups.
  { actions: ['Query'], items: ['callListLookups', ...PLAIN_LOOKUPS] },
  // What a source brought or an import created, and companies by domain and name.
  { actions: ['Query'], items: PLAIN_COLLECTIONS },
  {
    actions: ['Query'],
    items: [...PLAIN_COLLECTIONS, 'callListCollections', 'callListEntryCollections'],
    indexes: [CHANGE_INDEX],
  },
  { actions: ['GetItem', 'PutItem'], items: ['imports'] },
  {
    actions: ['GetItem', 'Query', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    items: ['importLocks'],
  },
  { actions: ['Query', 'UpdateItem'], items: ['customFields'] },
  { actions: ['BatchGetItem', 'PutItem'], items: ['recordAliases'] },
  ...SUPPRESSION,
  { actions: ['GetItem'], items: ['importBatches', 'importProfiles', 'organizations'] },
  { actions: ['PutItem'], items: ['auditLogs'] },
];

/** Imports the files that are put into the bucket. */
export class Imports extends SteppedJobs {
  /** What the owners of other buckets have to attach. */
  readonly bucketPolicies: readonly BucketPolicies[];

  constructor(scope: Construct, id: string, props: SteppedJobsContext) {
    super(scope, id, {
      ...props,
      functionId: 'ImportFiles',
      functionName: 'import-files',
      description: 'Imports the files that are put into the bucket, step by step',
      // It also notes that files of batches arrived.
      access: [...IMPORT_ACCESS, { actions: ['PutItem'], items: ['importBatches'] }],
      queueVariable: IMPORT_QUEUE_URL_VARIABLE,
      maxConcurrency: props.config.importConcurrency,
      objects: {
        actions: ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'],
        prefixes: [DROP_PREFIX, RECEIVED_PREFIX, UPLOAD_PREFIX, WORK_PREFIX],
      },
    });
    const { files, config } = props;
    for (const prefix of [DROP_PREFIX, RECEIVED_PREFIX, UPLOAD_PREFIX]) {
      files.expire(prefix, Duration.days(config.importRetentionDays));
    }
    files.expire(WORK_PREFIX, WORK_RETENTION);
    files.notify(this.queue, [DROP_PREFIX, RECEIVED_PREFIX]);
    this.bucketPolicies = importFromBuckets(this.handler, this.queue, config.importBuckets);
  }
}
