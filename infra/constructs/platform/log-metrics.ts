import { Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

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
