import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { FieldIndexPolicy, LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { REQUEST_RETENTION_DAYS } from '../../../shared/contract/request-limits.ts';
import type { StageConfig } from '../../config.ts';

/**
 * The removal policy of resources that hold data. Stages that retain data keep them when the stack is
 * deleted, but not when their creation is rolled back, because they are still empty.
 */
export const removalPolicyOf = ({ retainsData }: StageConfig): RemovalPolicy =>
  retainsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** A log group with the stage's retention. */
export const createLogGroup = (scope: Construct, id: string, config: StageConfig): LogGroup =>
  new LogGroup(scope, id, {
    retention: config.logRetentionDays as RetentionDays,
    removalPolicy: removalPolicyOf(config),
  });

/**
 * A log group that the admin API searches for requests. It lasts as long as that promises, and a search by
 * an indexed field reads only the lines with the value:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatchLogs-Field-Indexing-Syntax.html
 */
export const createSearchedLogGroup = (
  scope: Construct,
  id: string,
  config: StageConfig,
  indexedFields: readonly string[],
): LogGroup =>
  new LogGroup(scope, id, {
    retention: Math.max(config.logRetentionDays, REQUEST_RETENTION_DAYS) as RetentionDays,
    removalPolicy: removalPolicyOf(config),
    fieldIndexPolicies: [new FieldIndexPolicy({ fields: [...indexedFields] })],
  });

/** How long queues keep messages: the maximum in SQS. */
export const QUEUE_RETENTION = Duration.days(14);

/** The period of point-in-time recovery, unless a table sets a shorter one. */
const BACKUP_DAYS = 35;

/** How many days copies of deleted data last, for the report of an erasure. */
export const retentionOf = ({ retainsData, importRetentionDays }: StageConfig) => ({
  backupDays: retainsData ? BACKUP_DAYS : 0,
  queueDays: QUEUE_RETENTION.toDays(),
  importDays: importRetentionDays,
});
