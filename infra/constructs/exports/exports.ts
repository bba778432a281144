import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EXPORT_DAYS } from '../../../shared/contract/export-limits.ts';
import { EXPORT_FILES_PREFIX } from '../../../shared/exports/object-keys.ts';
import { EXPORT_QUEUE_URL_VARIABLE } from '../../../shared/runtime/environment.ts';
import { CHANGE_INDEX, COLLECTION_INDEX } from '../../../shared/table/items/schema.ts';
import type { FileServiceProps } from '../platform/file-bucket.ts';
import { type AlarmDefinition, AT_ONCE, countLines, PERIOD, queueDepth } from '../platform/metrics.ts';
import {
  addQueueConsumer,
  createFailureQueue,
  createWorkQueue,
  grantSendMessages,
} from '../platform/queues.ts';
import { ServiceFunction, type TableAccess } from '../platform/service-function.ts';

/** Creates the metric of exports that ended without files. */
export const countFailedExports = (scope: Construct, { log }: Exports): Metric =>
  countLines(scope, 'FailedExports', log, FilterPattern.stringValue('$.message.state', '=', 'failed'));

/** The alarms of exports. */
export const exportAlarms = (exports: Exports, failedExports: Metric): readonly AlarmDefinition[] => [
  {
    name: 'exports-failed',
    meaning: 'An export failed: it has too many files, or our own code failed.',
    metric: failedExports.with({ period: PERIOD }),
    threshold: 1,
    ...AT_ONCE,
  },
  {
    name: 'exports-set-aside',
    meaning: 'Our own code failed on exports, whose messages wait in the queue of failures.',
    metric: queueDepth(exports.failures, 'messages'),
    threshold: 1,
    ...AT_ONCE,
  },
];

/** The longest that Lambda allows: an export continues in further steps. */
const TIMEOUT = Duration.minutes(15);

/** Gives a whole vCPU (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). */
const MEMORY_MB = 1769;

/** S3 deletes files a day after they expire, so that none is missing before. */
const FILE_RETENTION = Duration.days(EXPORT_DAYS + 1);

const COLLECTIONS = [
  'personCollections',
  'companyCollections',
  'callListCollections',
  'callListEntryCollections',
] as const;

const ACCESS: readonly TableAccess[] = [
  { actions: ['Query'], items: COLLECTIONS },
  { actions: ['GetItem'], items: ['callListCollections'] },
  { actions: ['Query'], items: COLLECTIONS, indexes: [CHANGE_INDEX] },
  { actions: ['Query'], items: ['callLists'], indexes: [COLLECTION_INDEX] },
  { actions: ['BatchGetItem'], items: ['people', 'companies', 'callLists'] },
  { actions: ['GetItem'], items: ['callLists', 'callListEntryLocators'] },
  { actions: ['GetItem', 'Query'], items: ['feeds'] },
  { actions: ['Query'], items: ['customFields'] },
  { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], items: ['exports'] },
  { actions: ['PutItem'], items: ['auditLogs'] },
];

/** Writes exports into the bucket. */
export class Exports extends Construct {
  /** Exports to start or continue. */
  readonly queue: Queue;
  /** The dead-letter queue. */
  readonly failures: Queue;
  /** The log of the function: one line per export that ended. */
  readonly log: LogGroup;
  /** The environment of functions that queue exports. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { table, files, config }: FileServiceProps) {
    super(scope, id);
    this.failures = createFailureQueue(this, 'Failures');
    // As long as the timeout and a minute, for the reason that queues of imports have.
    this.queue = createWorkQueue(this, 'Queue', this.failures, TIMEOUT, TIMEOUT.plus(Duration.minutes(1)));
    this.environment = { ...files.environment, [EXPORT_QUEUE_URL_VARIABLE]: this.queue.queueUrl };
    files.expire(EXPORT_FILES_PREFIX, FILE_RETENTION);
    const { function: handler, logGroup } = new ServiceFunction(this, 'WriteExports', {
      functionName: 'write-exports',
      description: 'Writes the files of exports, step by step',
      table,
      access: ACCESS,
      environment: this.environment,
      timeout: TIMEOUT,
      memoryMb: MEMORY_MB,
      sendsToItself: true,
      config,
    });
    this.log = logGroup;
    files.grantObjects(handler, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [EXPORT_FILES_PREFIX]);
    files.grantList(handler);
    grantSendMessages(handler, [this.queue]);
    addQueueConsumer(handler, this.queue, { batchSize: 1, maxConcurrency: config.exportConcurrency });
  }
}
