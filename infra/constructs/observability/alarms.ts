import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageConfig } from '../../config.ts';
import type { AdminApi } from '../apis/admin-api.ts';
import type { SalesApi } from '../apis/sales-api.ts';
import { type ChangeEvents, eventAlarms } from '../events/change-events.ts';
import { countFailedExports, type Exports, exportAlarms } from '../exports/exports.ts';
import { countFailedImports, type Imports, importAlarms } from '../imports/imports.ts';
import { userAlarms } from '../organizations/user-directory.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import {
  type AlarmDefinition,
  AT_ONCE,
  accountThrottles,
  apiMetrics,
  countErrors,
  countServerErrors,
  formula,
  PERIOD,
  QUARTER_HOUR,
  tableThrottles,
} from '../platform/metrics.ts';
import type { Lookups } from '../records/lookups.ts';
import { type RecordExpiry, recordAlarms } from '../records/record-expiry.ts';
import { createWebhookMetrics, webhookAlarms } from '../webhooks/alarms.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** What alarms and the dashboard monitor. */
export interface Watched extends ServiceProps {
  readonly salesApi: SalesApi;
  readonly adminApi: AdminApi;
  readonly changeEvents: ChangeEvents;
  readonly lookups: Lookups;
  readonly webhooks: Webhooks;
  readonly imports: Imports;
  readonly exports: Exports;
  readonly expiry: RecordExpiry;
}

/** Creates the metrics from the access logs of both APIs. */
const createApiMetrics = (scope: Construct, salesApi: SalesApi, adminApi: AdminApi) => ({
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
const apiAlarms = (
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
    name: 'requests-near-limit',
    meaning:
      'The data API serves half as many requests as the limit of one of its methods allows to all customers.',
    metric: apiMetrics(salesApi.api).requests,
    threshold: (config.throttles.dataApi.rate / 2) * PERIOD.toSeconds(),
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

/** Creates the metrics that AWS does not provide, from logs. */
export const createLogMetrics = (
  scope: Construct,
  { salesApi, adminApi, webhooks, imports, exports }: Watched,
) => ({
  ...createApiMetrics(scope, salesApi, adminApi),
  ...createWebhookMetrics(scope, webhooks),
  failedImports: countFailedImports(scope, imports),
  failedExports: countFailedExports(scope, exports),
});

export type LogMetrics = ReturnType<typeof createLogMetrics>;

/** All alarms: of capacity, of requests, and of each capability. */
export const alarmDefinitions = (
  { table, salesApi, adminApi, changeEvents, lookups, webhooks, imports, exports, expiry, config }: Watched,
  logMetrics: LogMetrics,
): readonly AlarmDefinition[] => [
  ...apiAlarms(salesApi, adminApi, logMetrics, config),
  ...userAlarms(adminApi.users),
  {
    name: 'functions-throttled',
    meaning: 'Lambda refuses to start functions: the account has no concurrency left.',
    metric: accountThrottles(),
    threshold: 10,
  },
  {
    name: 'table-throttled',
    meaning: 'DynamoDB refuses reads or writes of the table.',
    metric: tableThrottles(table),
    threshold: 10,
  },
  ...eventAlarms(changeEvents),
  ...recordAlarms(lookups, expiry),
  ...webhookAlarms(webhooks, logMetrics),
  ...importAlarms(imports, logMetrics.failedImports),
  ...exportAlarms(exports, logMetrics.failedExports),
];
