import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDefinition } from './alarm-definition.ts';
import { accountThrottles, apiMetrics, formula, PERIOD, QUARTER_HOUR, tableThrottles } from './metrics.ts';
import type { Watched } from './watched.ts';

/** The percentage of server errors, 0 for fewer than five: single errors should not page anyone. */
const errorRate = (api: RestApi): IMetric => {
  const { requests, serverErrors: errors } = apiMetrics(api);
  return formula('5xx in percent', 'IF(errors >= 5, 100 * errors / requests, 0)', { requests, errors });
};

/** The p99 latency, 0 for fewer than 100 requests, whose p99 would be that of a cold start. */
const slowestRequests = (api: RestApi): IMetric => {
  const { requests, latency } = apiMetrics(api);
  return formula('p99 of 100 requests or more', 'IF(requests >= 100, slowest, 0)', {
    requests,
    slowest: latency('p99'),
  });
};

/**
 * Errors and latency that users of the APIs notice.
 *
 * @param slow the alarm threshold for the p99 latency, in milliseconds
 */
export const apiAlarms = (
  { dataApi, adminApi, logMetrics }: Watched,
  slow: number,
): readonly AlarmDefinition[] => [
  {
    name: 'data-api-errors',
    meaning: 'More than one in a hundred requests of the data API ends with a 5xx.',
    metric: errorRate(dataApi),
    threshold: 1,
  },
  {
    name: 'admin-api-errors',
    meaning: 'More than one in twenty requests of the admin API or the console ends with a 5xx.',
    metric: errorRate(adminApi),
    threshold: 5,
  },
  {
    name: 'data-api-slow',
    meaning: `One in a hundred requests of the data API takes ${slow} ms or more.`,
    metric: slowestRequests(dataApi),
    threshold: slow,
    periods: [3, 3],
  },
  {
    name: 'authorizer-failures',
    meaning:
      'The authorizer of the data API fails by itself: requests with a good key are refused with a 500.',
    metric: logMetrics.authorizerFailures.with({ period: PERIOD }),
    threshold: 5,
    periods: [1, 1],
  },
  {
    name: 'requests-limited',
    meaning:
      'More than one in five requests of the data API is over a rate or quota, and answered with a 429.',
    metric: formula(
      '429 in percent',
      'IF(requests >= 1000, 100 * limited / requests, 0)',
      {
        requests: apiMetrics(dataApi).requests.with({ period: QUARTER_HOUR }),
        limited: logMetrics.limitedRequests.with({ period: QUARTER_HOUR }),
      },
      QUARTER_HOUR,
    ),
    threshold: 20,
  },
];

/** Throttling of functions and the table. */
export const capacityAlarms = ({ table }: Watched): readonly AlarmDefinition[] => [
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
];
