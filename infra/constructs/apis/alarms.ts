import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageConfig } from '../../config.ts';
import { type AlarmDefinition, AT_ONCE } from '../platform/alarm.ts';
import { countErrors, countServerErrors } from '../platform/log-metrics.ts';
import { apiMetrics, formula, PERIOD, QUARTER_HOUR } from '../platform/metrics.ts';
import type { AdminApi } from './admin-api.ts';
import type { SalesApi } from './sales-api.ts';

/** Creates the metrics from the access logs of both APIs. */
export const createApiMetrics = (scope: Construct, salesApi: SalesApi, adminApi: AdminApi) => ({
  dataApiErrors: countServerErrors(scope, 'DataApiErrors', salesApi.accessLog),
  adminApiErrors: countServerErrors(scope, 'AdminApiErrors', adminApi.accessLog),
  /** Internal failures of the authorizer, without rejected keys. */
  authorizerFailures: countErrors(scope, 'AuthorizerFailures', salesApi.accessLog, [
    'AUTHORIZER_FAILURE',
    'AUTHORIZER_CONFIGURATION_ERROR',
  ]),
  /** Requests over the rate or quota of their usage plan or of the account. */
  limitedRequests: countErrors(scope, 'LimitedRequests', salesApi.accessLog, ['THROTTLED', 'QUOTA_EXCEEDED']),
});

/** The percentage of server errors, 0 for fewer than five: single errors should not page anyone. */
const errorRate = (api: RestApi, errors: Metric): IMetric =>
  formula('5xx in percent', 'IF(errors >= 5, 100 * errors / requests, 0)', {
    requests: apiMetrics(api).requests,
    errors: errors.with({ period: PERIOD }),
  });

/** The p99 latency, 0 for fewer than 100 requests, whose p99 would be that of a cold start. */
const slowestRequests = (api: RestApi): IMetric => {
  const { requests, latency } = apiMetrics(api);
  return formula('p99 of 100 requests or more', 'IF(requests >= 100, slowest, 0)', {
    requests,
    slowest: latency('p99'),
  });
};

/** The alarms of requests. */
export const apiAlarms = (
  salesApi: SalesApi,
  adminApi: AdminApi,
  logMetrics: ReturnType<typeof createApiMetrics>,
  config: StageConfig,
): readonly AlarmDefinition[] => [
  {
    name: 'data-api-errors',
    meaning: 'More than one in a hundred requests of the data API ends with a 5xx.',
    metric: errorRate(salesApi.api, logMetrics.dataApiErrors),
    threshold: 1,
  },
  {
    name: 'admin-api-errors',
    meaning: 'More than one in twenty requests of the admin API or the console ends with a 5xx.',
    metric: errorRate(adminApi.api, logMetrics.adminApiErrors),
    threshold: 5,
  },
  {
    name: 'data-api-slow',
    meaning: `One in a hundred requests of the data API takes ${config.slowRequestMilliseconds} ms or more.`,
    metric: slowestRequests(salesApi.api),
    threshold: config.slowRequestMilliseconds,
    datapointsToAlarm: 3,
  },
  {
    name: 'authorizer-failures',
    meaning: 'The authorizer of the data API itself fails: requests with a valid key get a 503.',
    metric: logMetrics.authorizerFailures.with({ period: PERIOD }),
    threshold: 5,
    ...AT_ONCE,
  },
  {
    name: 'requests-limited',
    meaning:
      'More than one in five requests of the data API is over a rate or quota, and answered with a 429.',
    metric: formula(
      '429 in percent',
      'IF(requests >= 1000, 100 * limited / requests, 0)',
      {
        requests: apiMetrics(salesApi.api).requests.with({ period: QUARTER_HOUR }),
        limited: logMetrics.limitedRequests.with({ period: QUARTER_HOUR }),
      },
      QUARTER_HOUR,
    ),
    threshold: 20,
  },
];
