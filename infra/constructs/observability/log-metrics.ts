import { Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

interface LogMetric {
  readonly logGroup: LogGroup;
  readonly pattern: IFilterPattern;
  /** A number in the line. Default: each line counts once. */
  readonly value?: string;
}

/**
 * A metric from log lines, in a namespace with the stack's name
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntaxForMetricFilters.html).
 */
const countLines = (scope: Construct, name: string, { logGroup, pattern, value = '1' }: LogMetric): Metric =>
  new MetricFilter(scope, name, {
    logGroup,
    filterPattern: pattern,
    metricNamespace: Stack.of(scope).stackName,
    metricName: name,
    metricValue: value,
    // Without it, minutes without a matching line would have no data.
    defaultValue: 0,
  }).metric({ statistic: 'Sum' });

/** Metrics that AWS does not provide. */
export interface LogMetrics {
  /** Internal failures of the authorizer, without rejected keys. */
  readonly authorizerFailures: Metric;
  /** Requests over the rate or quota of their usage plan or of the account. */
  readonly limitedRequests: Metric;
  /** Delivery attempts, successful or not. */
  readonly webhookAttempts: Metric;
  readonly webhookSuccesses: Metric;
}

/**
 * Creates metrics from the log of the function that attempts deliveries, and from the access log of the data
 * API, whose `error` is the type of the gateway response
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
 */
export const createLogMetrics = (
  scope: Construct,
  { accessLog, attemptLog }: { readonly accessLog: LogGroup; readonly attemptLog: LogGroup },
): LogMetrics => {
  const error = (...types: readonly string[]): IFilterPattern =>
    FilterPattern.any(...types.map((type) => FilterPattern.stringValue('$.error', '=', type)));
  const counted = (field: string): LogMetric => ({
    logGroup: attemptLog,
    pattern: FilterPattern.numberValue(field, '>=', 0),
    value: field,
  });
  return {
    authorizerFailures: countLines(scope, 'AuthorizerFailures', {
      logGroup: accessLog,
      pattern: error('AUTHORIZER_FAILURE', 'AUTHORIZER_CONFIGURATION_ERROR'),
    }),
    limitedRequests: countLines(scope, 'LimitedRequests', {
      logGroup: accessLog,
      pattern: error('THROTTLED', 'QUOTA_EXCEEDED'),
    }),
    webhookAttempts: countLines(scope, 'WebhookAttempts', counted('$.message.attempts')),
    webhookSuccesses: countLines(scope, 'WebhookSuccesses', counted('$.message.successes')),
  };
};
