import { Aws, Duration, Fn, Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DROP_PREFIX, UPLOAD_PREFIX, WORK_PREFIX } from '../../../shared/imports/object-keys.ts';
import { IMPORT_BUCKET_VARIABLE, IMPORT_QUEUE_URL_VARIABLE } from '../../../shared/runtime/environment.ts';
import { CHANGE_INDEX } from '../../../shared/table/items/schema.ts';
import { acknowledge } from '../platform/acknowledge.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import { type AlarmDefinition, AT_ONCE, countLines, PERIOD, queueDepth } from '../platform/metrics.ts';
import {
  addQueueConsumer,
  createFailureQueue,
  createWorkQueue,
  grantSendMessages,
} from '../platform/queues.ts';
import { removalPolicyOf } from '../platform/retention.ts';
import { allow, ServiceFunction, type TableAccess } from '../platform/service-function.ts';

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

/**
 * Known before the bucket exists, so that the policy of its queue can name it. The id of the stack makes it
 * unique, and one that others cannot take first.
 */
const BUCKET_NAME = `sales-data-imports-${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`;

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

/** Imports the files that are put into a bucket. */
export class Imports extends Construct {
  readonly bucket: Bucket;
  /** Notifications of new files, and imports to start or continue. */
  readonly queue: Queue;
  /** The dead-letter queue. */
  readonly failures: Queue;
  /** The log of the function: one line per import that ended. */
  readonly log: LogGroup;
  /** The environment of functions that queue imports. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { table, config }: ServiceProps) {
    super(scope, id);
    this.failures = createFailureQueue(this, 'Failures');
    // A process that was lost is noticed only when its message appears again: no later than necessary. Lambda
    // retries throttled invocations for the minute that is left; a step that runs twice is fenced by its
    // lease.
    this.queue = createWorkQueue(this, 'Queue', this.failures, TIMEOUT, TIMEOUT.plus(Duration.minutes(1)));
    this.bucket = new Bucket(this, 'Bucket', {
      bucketName: BUCKET_NAME,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [
        {
          expiration: Duration.days(config.importRetentionDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        { prefix: WORK_PREFIX, expiration: WORK_RETENTION },
      ],
      removalPolicy: removalPolicyOf(config),
    });
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Objects expire, and the audit log has each import. Server access logs would need a second bucket for data events that CloudTrail records.',
    });
    this.notify();
    this.environment = {
      [IMPORT_BUCKET_VARIABLE]: this.bucket.bucketName,
      [IMPORT_QUEUE_URL_VARIABLE]: this.queue.queueUrl,
    };
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
    this.grantObjects(
      handler,
      ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'],
      [DROP_PREFIX, UPLOAD_PREFIX, WORK_PREFIX],
    );
    // Without it, S3 answers a missing object with 403.
    allow(handler, ['s3:ListBucket'], [this.bucket.bucketArn]);
    grantSendMessages(handler, [this.queue]);
    addQueueConsumer(handler, this.queue, { batchSize: 1, maxConcurrency: config.importConcurrency });
  }

  /** Allows a function to use all objects below these prefixes. */
  grantObjects(handler: LambdaFunction, actions: readonly string[], prefixes: readonly string[]): void {
    allow(
      handler,
      actions,
      prefixes.map((prefix) => this.bucket.arnForObjects(`${prefix}*`)),
    );
    const { defaultChild } = this.bucket.node;
    if (handler.role === undefined || !(defaultChild instanceof CfnBucket)) return;
    const bucketId = Stack.of(this).getLogicalId(defaultChild);
    const findings = prefixes.map((prefix) => `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`);
    acknowledge(
      handler.role,
      Object.fromEntries(findings.map((finding) => [finding, 'Files may have any name.'])),
    );
  }

  /** Lets pages of an origin upload files and read reports, with presigned URLs. */
  allowOrigin(origin: string): void {
    this.bucket.addCorsRule({
      allowedMethods: [HttpMethods.PUT, HttpMethods.GET],
      allowedOrigins: [origin],
      allowedHeaders: ['content-type'],
      maxAge: Duration.hours(1).toSeconds(),
    });
  }

  /**
   * Makes S3 send a message per new object. CDK's own notifications need their own function, which only
   * serves to break the circle of bucket and queue policy. Here, the bucket's name breaks it. Bucket names
   * can change hands, so the policy names the account, too:
   * https://docs.aws.amazon.com/AmazonS3/latest/userguide/grant-destinations-permissions-to-s3.html
   */
  private notify(): void {
    this.queue.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        resources: [this.queue.queueArn],
        conditions: {
          ArnEquals: { 'aws:SourceArn': `arn:${Aws.PARTITION}:s3:::${BUCKET_NAME}` },
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
        },
      }),
    );
    const bucket = this.bucket.node.defaultChild;
    if (!(bucket instanceof CfnBucket)) throw new Error('The bucket has no resource.');
    bucket.notificationConfiguration = {
      queueConfigurations: [
        {
          event: 's3:ObjectCreated:*',
          queue: this.queue.queueArn,
          filter: { s3Key: { rules: [{ name: 'prefix', value: DROP_PREFIX }] } },
        },
      ],
    };
    // S3 checks that it may send when the notification is configured.
    bucket.node.addDependency(this.queue.node.findChild('Policy'));
  }
}
