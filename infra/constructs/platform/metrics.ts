import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type IFilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { INDEXES } from '../../../shared/table/items/schema.ts';
import type { ServiceTable } from './data-table.ts';

/**
 * A metric from log lines, in a namespace with the stack's name
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntaxForMetricFilters.html).
 *
 * @param metricValue a number in the line. Default: each line counts once
 */
export const countLines = (
  scope: Construct,
  metricName: string,
  logGroup: LogGroup,
  filterPattern: IFilterPattern,
  metricValue = '1',
): Metric =>
  new MetricFilter(scope, metricName, {
    logGroup,
    filterPattern,
    metricNamespace: Stack.of(scope).stackName,
    metricName,
    metricValue,
    // Without it, minutes without a matching line would have no data.
    defaultValue: 0,
  }).metric({ statistic: 'Sum' });

/**
 * The 5xx responses of an API, from its access log: API Gateway counts a gateway response with a changed
 * status as `4XXError`, whatever the status
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html). A
 * key that is not active yet is no failure.
 */
export const countServerErrors = (scope: Construct, metricName: string, accessLog: LogGroup): Metric =>
  countLines(
    scope,
    metricName,
    accessLog,
    FilterPattern.all(
      FilterPattern.stringValue('$.status', '=', '5*'),
      FilterPattern.stringValue('$.error', '!=', 'INVALID_API_KEY'),
    ),
  );

/**
 * The requests that ended with a gateway response of one of these types: `error` of the access log
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
 */
export const countErrors = (
  scope: Construct,
  metricName: string,
  accessLog: LogGroup,
  types: readonly string[],
): Metric =>
  countLines(
    scope,
    metricName,
    accessLog,
    FilterPattern.any(...types.map((type) => FilterPattern.stringValue('$.error', '=', type))),
  );

/** An alarm of the service. The runbook has an entry of the same name. */
export interface AlarmDefinition extends Omit<AlarmProps, 'evaluationPeriods'> {
  readonly name: string;
  /** What is wrong, in one sentence. */
  readonly meaning: string;
  /** @default that of `ALARM_DEFAULTS` */
  readonly evaluationPeriods?: number;
}

/** Breaching: 2 of 3 periods at or above the threshold. Missing data is not. */
export const ALARM_DEFAULTS = {
  datapointsToAlarm: 2,
  evaluationPeriods: 3,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

/** Makes values below the threshold breaching. */
export const TOO_LOW = { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD };
/** Makes the first breaching period raise the alarm. */
export const AT_ONCE = { datapointsToAlarm: 1, evaluationPeriods: 1 };

/** Makes an alarm for a scheduled function that has not succeeded once within a period. */
export const noSuccessWithin = (scheduled: LambdaFunction, period: Duration) => ({
  metric: formula(
    'runs that succeeded',
    'FILL(runs, 0) - FILL(errors, 0)',
    { runs: scheduled.metricInvocations({ period }), errors: scheduled.metricErrors({ period }) },
    period,
  ),
  threshold: 1,
  ...TOO_LOW,
  ...AT_ONCE,
  treatMissingData: TreatMissingData.BREACHING,
});

/** The default period of alarms and graphs. */
export const PERIOD = Duration.minutes(5);
/** The period of alarms that need more requests. */
export const QUARTER_HOUR = Duration.minutes(15);
/** The period of alarms on what runs every quarter of an hour. */
export const HOUR = Duration.hours(1);

/** A metric math expression; `period` overrides that of each metric. */
export const formula = (
  label: string,
  expression: string,
  usingMetrics: Record<string, IMetric>,
  period = PERIOD,
): MathExpression => new MathExpression({ label, expression, usingMetrics, period });

/**
 * Metrics of an API's stage
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html:
 * `ApiName` and `Stage`).
 */
export const apiMetrics = ({ deploymentStage: stage }: RestApi) => ({
  requests: stage.metricCount({ period: PERIOD, label: 'requests' }),
  latency: (statistic: string): Metric =>
    stage.metricLatency({ period: PERIOD, statistic, label: statistic }),
});

const tableMetric = (metricName: string, dimensionsMap: Record<string, string>, label?: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap,
    statistic: 'Sum',
    period: PERIOD,
    ...(label === undefined ? {} : { label }),
  });

const EVENTS = ['ReadThrottleEvents', 'WriteThrottleEvents'] as const;

/**
 * Throttled reads and writes of the table and its indexes
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html: `TableName`, and
 * `GlobalSecondaryIndexName` for an index).
 */
export const tableThrottles = ({ tableName }: ServiceTable): MathExpression => {
  const places = [
    { TableName: tableName },
    ...INDEXES.map(({ name }) => ({
      TableName: tableName,
      GlobalSecondaryIndexName: name,
    })),
  ];
  const metrics = places.flatMap((dimensionsMap) =>
    EVENTS.map((metricName) => tableMetric(metricName, dimensionsMap)),
  );
  const named = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  const sum = Object.keys(named)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return formula('throttled reads and writes', sum, named);
};

/** The consumed read and write units of the table. */
export const tableConsumption = ({ tableName }: ServiceTable): readonly IMetric[] => [
  tableMetric('ConsumedReadCapacityUnits', { TableName: tableName }, 'read units'),
  tableMetric('ConsumedWriteCapacityUnits', { TableName: tableName }, 'write units'),
];

/**
 * Throttled invocations of all functions in the account and Region, which share one concurrency limit
 * (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html).
 */
export const accountThrottles = (): Metric =>
  LambdaFunction.metricAllThrottles({ period: PERIOD, label: 'throttled invocations' });

export const accountConcurrency = (): Metric =>
  LambdaFunction.metricAllConcurrentExecutions({ period: PERIOD, label: 'invocations at once' });

/** The age of the last change read from the stream, in milliseconds. */
export const iteratorAge = (handler: LambdaFunction, label: string): Metric =>
  handler.metric('IteratorAge', { period: PERIOD, statistic: 'Maximum', label: `${label}, milliseconds` });

/**
 * The age of a queue's oldest message, in seconds
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html:
 * `QueueName`).
 */
export const queueAge = (queue: Queue, label: string): Metric =>
  queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, label });

export const queueDepth = (queue: Queue, label: string): Metric =>
  queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, label });
