import { Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Watched } from './metrics.ts';

/**
 * A metric from log lines, in a namespace with the stack's name
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntaxForMetricFilters.html).
 *
 * @param metricValue a number in the line. Default: each line counts once
 */
const countLines = (
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

export type LogMetrics = ReturnType<typeof createLogMetrics>;

/**
 * The 5xx responses of an API, from its access log: API Gateway counts a gateway response with a changed
 * status as `4XXError`, whatever the status
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html). A
 * key that is not active yet is no failure.
 */
const countServerErrors = (scope: Construct, metricName: string, accessLog: LogGroup): Metric =>
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
 * Creates the metrics that AWS does not provide, from the logs of the functions that attempt deliveries and
 * import files, and from the access logs, whose `error` is the type of the gateway response
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
 */
export const createLogMetrics = (
  scope: Construct,
  {
    salesApi: { accessLog },
    adminApi,
    webhooks: { attemptLog, fanOutLog },
    imports: { log: importLog },
  }: Pick<Watched, 'salesApi' | 'adminApi' | 'webhooks' | 'imports'>,
) => {
  const countErrors = (name: string, ...types: readonly string[]): Metric => {
    const patterns = types.map((type) => FilterPattern.stringValue('$.error', '=', type));
    return countLines(scope, name, accessLog, FilterPattern.any(...patterns));
  };
  const sum = (name: string, field: string): Metric =>
    countLines(scope, name, attemptLog, FilterPattern.numberValue(field, '>=', 0), field);
  return {
    dataApiErrors: countServerErrors(scope, 'DataApiErrors', accessLog),
    adminApiErrors: countServerErrors(scope, 'AdminApiErrors', adminApi.accessLog),
    /** Internal failures of the authorizer, without rejected keys. */
    authorizerFailures: countErrors(
      'AuthorizerFailures',
      'AUTHORIZER_FAILURE',
      'AUTHORIZER_CONFIGURATION_ERROR',
    ),
    /** Requests over the rate or quota of their usage plan or of the account. */
    limitedRequests: countErrors('LimitedRequests', 'THROTTLED', 'QUOTA_EXCEEDED'),
    /** Events that could not be fanned out, each time they are tried. */
    fanOutFailures: countLines(
      scope,
      'FanOutFailures',
      fanOutLog,
      FilterPattern.numberValue('$.message.failures', '>', 0),
      '$.message.failures',
    ),
    /** Delivery attempts, successful or not. */
    webhookAttempts: sum('WebhookAttempts', '$.message.attempts'),
    /** Imports that ended without importing their file. */
    failedImports: countLines(
      scope,
      'FailedImports',
      importLog,
      FilterPattern.stringValue('$.message.status', '=', 'failed'),
    ),
    webhookSuccesses: sum('WebhookSuccesses', '$.message.successes'),
  };
};
