import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { INDEXES } from '../../../shared/table/items/schema.ts';
import type { ServiceTable } from './data-table.ts';

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
