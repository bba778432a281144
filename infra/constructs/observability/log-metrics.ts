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
 * A metric that CloudWatch counts from log lines, in a namespace by the name of the stack
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntaxForMetricFilters.html).
 */
const countLines = (scope: Construct, name: string, { logGroup, pattern, value = '1' }: LogMetric): Metric =>
  new MetricFilter(scope, name, {
    logGroup,
    filterPattern: pattern,
    metricNamespace: Stack.of(scope).stackName,
    metricName: name,
    metricValue: value,
    // Without it, there would be no data in a minute whose lines do not match.
    defaultValue: 0,
  }).metric({ statistic: 'Sum' });

/** What no service of AWS counts by itself. */
export interface LogMetrics {
  /** The authorizer ended in a fault of its own; a key that it refused is none. */
  readonly authorizerFailures: Metric;
  /** Requests over the rate or the quota of their usage plan, or over that of the account. */
  readonly limitedRequests: Metric;
  /** Requests that were sent to webhook endpoints, and those of them that were answered as they should. */
  readonly webhookAttempts: Metric;
  readonly webhookSuccesses: Metric;
}

/**
 * Counts from lines that are written anyway: the access log of the data API, whose `error` is what API
 * Gateway calls a response of its own
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html), and
 * the lines of the function that attempts deliveries.
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
