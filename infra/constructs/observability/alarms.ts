import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogMetrics } from '../platform/log-metrics.ts';
import {
  accountThrottles,
  apiMetrics,
  formula,
  HOUR,
  iteratorAge,
  PERIOD,
  QUARTER_HOUR,
  queueAge,
  queueDepth,
  tableThrottles,
  type Watched,
} from '../platform/metrics.ts';

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
const TOO_LOW = { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD };
/** Makes the first breaching period raise the alarm. */
const AT_ONCE = { datapointsToAlarm: 1, evaluationPeriods: 1 };

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

/** What makes an alarm for a scheduled function that has not succeeded once within a period. */
const noSuccessWithin = (scheduled: LambdaFunction, period: Duration) => ({
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

/** All alarms: of requests, of capacity, and of changes, events and deliveries. */
export const alarmDefinitions = (
  { table, salesApi, adminApi, changeEvents, lookups, webhooks, imports, expiry, config }: Watched,
  logMetrics: LogMetrics,
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
    name: 'sign-ins-failing',
    meaning:
      'Half of all sign-ins to the console, or more, fail in the function that decides organization and role.',
    metric: formula(
      'failures in percent, 0 for fewer than five',
      'IF(failures >= 5, 100 * failures / signIns, 0)',
      {
        failures: adminApi.users.triggers.metricErrors({ period: QUARTER_HOUR }),
        signIns: adminApi.users.triggers.metricInvocations({ period: QUARTER_HOUR }),
      },
      QUARTER_HOUR,
    ),
    threshold: 50,
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
  {
    name: 'changes-behind',
    meaning: 'Changes of the data wait for five minutes and more before they become events.',
    metric: iteratorAge(changeEvents.publish, 'changes'),
    threshold: Duration.minutes(5).toMilliseconds(),
  },
  {
    name: 'changes-set-aside',
    meaning: 'Changes could not be published, and wait in the queue UnpublishedChanges.',
    metric: queueDepth(changeEvents.unpublished, 'unpublished changes'),
    threshold: 1,
    ...AT_ONCE,
  },
  {
    name: 'lookups-behind',
    meaning: 'Lookups by email, phone, domain and so on are five minutes or more behind the data.',
    metric: iteratorAge(lookups.index, 'changes'),
    threshold: Duration.minutes(5).toMilliseconds(),
  },
  {
    name: 'lookups-set-aside',
    meaning: 'Lookups of changes could not be written; the changes wait in the queue UnindexedChanges.',
    metric: queueDepth(lookups.unindexed, 'changes without lookups'),
    threshold: 1,
    ...AT_ONCE,
  },
  {
    name: 'webhooks-behind',
    meaning: 'Events, or deliveries for their first attempt, wait for a quarter of an hour and more.',
    metric: formula('the oldest message, seconds', 'MAX([FILL(events, 0), FILL(first, 0)])', {
      events: queueAge(webhooks.eventQueue, 'events'),
      first: queueAge(webhooks.firstQueue, 'first attempts'),
    }),
    threshold: QUARTER_HOUR.toSeconds(),
  },
  {
    name: 'webhooks-not-created',
    meaning: 'Events fail again and again in the function that makes deliveries of them.',
    // The age of a standard queue's oldest message does not count messages that were received three times.
    metric: logMetrics.fanOutFailures.with({ period: QUARTER_HOUR }),
    threshold: 10,
  },
  {
    name: 'webhooks-set-aside',
    meaning: 'Our own code failed on events or deliveries, which wait in a queue of failures.',
    metric: formula(
      'messages',
      Object.keys(webhooks.failureQueues)
        .map((_, index) => `FILL(q${index}, 0)`)
        .join(' + '),
      Object.fromEntries(
        Object.entries(webhooks.failureQueues).map(([label, queue], index) => [
          `q${index}`,
          queueDepth(queue, label),
        ]),
      ),
    ),
    threshold: 1,
    ...AT_ONCE,
  },
  {
    name: 'webhooks-failing',
    meaning: 'Most webhook endpoints at once do not answer as they should: it may be us.',
    metric: formula(
      'successes in percent, of 100 attempts or more',
      'IF(attempts >= 100, 100 * successes / attempts, 100)',
      {
        attempts: logMetrics.webhookAttempts.with({ period: QUARTER_HOUR }),
        successes: logMetrics.webhookSuccesses.with({ period: QUARTER_HOUR }),
      },
      QUARTER_HOUR,
    ),
    threshold: 25,
    ...TOO_LOW,
  },
  {
    name: 'retries-not-queued',
    meaning: 'The function that queues due deliveries every minute does not run, or does not succeed.',
    ...noSuccessWithin(webhooks.requeue, QUARTER_HOUR),
  },
  {
    name: 'imports-failed',
    meaning: 'An import failed: its file cannot be read, or our own code failed.',
    metric: logMetrics.failedImports.with({ period: PERIOD }),
    threshold: 1,
    ...AT_ONCE,
  },
  {
    name: 'imports-set-aside',
    meaning: 'Our own code failed on imports, whose messages wait in the queue of failures.',
    metric: queueDepth(imports.failures, 'messages'),
    threshold: 1,
    ...AT_ONCE,
  },
  {
    name: 'records-not-expiring',
    meaning:
      'The function that deletes records after their retention period does not run, or does not succeed.',
    ...noSuccessWithin(expiry.expire, HOUR),
  },
];
