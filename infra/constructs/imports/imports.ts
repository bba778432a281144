import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DROP_PREFIX, UPLOAD_PREFIX, WORK_PREFIX } from '../../../shared/imports/object-keys.ts';
import { IMPORT_QUEUE_URL_VARIABLE } from '../../../shared/runtime/environment.ts';
import { CHANGE_INDEX } from '../../../shared/table/items/schema.ts';
import type { FileServiceProps } from '../platform/file-bucket.ts';
import { type AlarmDefinition, AT_ONCE, countLines, PERIOD, queueDepth } from '../platform/metrics.ts';
import {
  addQueueConsumer,
  createFailureQueue,
  createWorkQueue,
  grantSendMessages,
} from '../platform/queues.ts';
import { ServiceFunction, type TableAccess } from '../platform/service-function.ts';

/** Creates the metric of imports that ended without importing their file. */
export const countFailedImports = (scope: Construct, { log }: Imports): Metric =>
  countLines(scope, 'FailedImports', log, FilterPattern.stringValue('$.message.status', '=', 'failed'));

/** The alarms of imports. */
export const importAlarms = (imports: Imports, failedImports: Metric): readonly AlarmDefinition[] => [
  {
    name: 'imports-failed',
    meaning: 'An import failed: its file cannot be read, or our own code failed.',
    metric: failedImports.with({ period: PERIOD }),
    threshold: 1,
    ...AT_ONCE,
  },
  {
    name: 'imports-set-aside',
    meaning: 'Our own code failed on imports, whose messages wait in the queue of failures.',
    metric: queueDepth(imports.failures, 'messages'),
    threshold: 1,
    ...AT_ONCE,
  },
];

/** The longest that Lambda allows: an import continues in further steps. */
const TIMEOUT = Duration.minutes(15);

/** Gives a whole vCPU (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). */
const MEMORY_MB = 1769;

/** How long rejected rows are kept between the steps of an import. */
const WORK_RETENTION = Duration.days(7);

const READ = ['GetItem', 'BatchGetItem'] as const;

const ACCESS: readonly TableAccess[] = [
  // Records are compared, written, deleted by a tombstone, and must exist while entries are created.
  { actions: [...READ, 'ConditionCheckItem', 'PutItem', 'UpdateItem'], items: ['people', 'companies'] },
  { actions: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], items: ['callLists'] },
  { actions: ['BatchGetItem', 'PutItem'], items: ['callListEntryLocators'] },
  {
    actions: ['UpdateItem'],
    items: ['personCollections', 'companyCollections', 'callListCollections', 'callListEntryCollections'],
  },
  // What a source brought, and companies by domain and name.
  { actions: ['Query'], items: ['personCollections', 'companyCollections'] },
  { actions: ['Query'], items: ['personCollections', 'companyCollections'], indexes: [CHANGE_INDEX] },
  { actions: ['GetItem', 'PutItem'], items: ['imports'] },
  {
    actions: ['GetItem', 'Query', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    items: ['importLocks'],
  },
  { actions: ['Query', 'UpdateItem'], items: ['customFields'] },
  { actions: ['GetItem'], items: ['importProfiles', 'organizations'] },
  { actions: ['PutItem'], items: ['auditLogs'] },
];

/** Imports the files that are put into the bucket. */
export class Imports extends Construct {
  /** Notifications of new files, and imports to start or continue. */
  readonly queue: Queue;
  /** The dead-letter queue. */
  readonly failures: Queue;
  /** The log of the function: one line per import that ended. */
  readonly log: LogGroup;
  /** The environment of functions that queue imports. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { table, files, config }: FileServiceProps) {
    super(scope, id);
    this.failures = createFailureQueue(this, 'Failures');
    // A process that was lost is noticed only when its message appears again: no later than necessary. Lambda
    // retries throttled invocations for the minute that is left; a step that runs twice is fenced by its
    // lease.
    this.queue = createWorkQueue(this, 'Queue', this.failures, TIMEOUT, TIMEOUT.plus(Duration.minutes(1)));
    for (const prefix of [DROP_PREFIX, UPLOAD_PREFIX]) {
      files.expire(prefix, Duration.days(config.importRetentionDays));
    }
    files.expire(WORK_PREFIX, WORK_RETENTION);
    files.notify(this.queue, DROP_PREFIX);
    this.environment = { ...files.environment, [IMPORT_QUEUE_URL_VARIABLE]: this.queue.queueUrl };
    const { function: handler, logGroup } = new ServiceFunction(this, 'ImportFiles', {
      functionName: 'import-files',
      description: 'Imports the files that are put into the bucket, step by step',
      table,
      access: ACCESS,
      environment: this.environment,
      timeout: TIMEOUT,
      memoryMb: MEMORY_MB,
      sendsToItself: true,
      config,
    });
    this.log = logGroup;
    files.grantObjects(
      handler,
      ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'],
      [DROP_PREFIX, UPLOAD_PREFIX, WORK_PREFIX],
    );
    files.grantList(handler);
    grantSendMessages(handler, [this.queue]);
    addQueueConsumer(handler, this.queue, { batchSize: 1, maxConcurrency: config.importConcurrency });
  }
}
