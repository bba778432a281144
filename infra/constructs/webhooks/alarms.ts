import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import {
  type AlarmDefinition,
  AT_ONCE,
  countLines,
  formula,
  noSuccessWithin,
  QUARTER_HOUR,
  queueAge,
  queueDepth,
  TOO_LOW,
} from '../platform/metrics.ts';
import type { Webhooks } from './webhooks.ts';

/** Creates the metrics from the logs of the functions that create and attempt deliveries. */
export const createWebhookMetrics = (scope: Construct, { attemptLog, fanOutLog, requeueLog }: Webhooks) => {
  const sum = (name: string, field: string): Metric =>
    countLines(scope, name, attemptLog, FilterPattern.numberValue(field, '>=', 0), field);
  return {
    /** Events that could not be fanned out, each time they are tried. */
    fanOutFailures: countLines(
      scope,
      'FanOutFailures',
      fanOutLog,
      FilterPattern.numberValue('$.message.failures', '>', 0),
      '$.message.failures',
    ),
    /** Lines of jobs that stood still and were started again. */
    resumedJobs: countLines(
      scope,
      'ResumedJobs',
      requeueLog,
      FilterPattern.numberValue('$.message.resumedJobs', '>', 0),
      '$.message.resumedJobs',
    ),
    /** Delivery attempts, successful or not. */
    webhookAttempts: sum('WebhookAttempts', '$.message.attempts'),
    webhookSuccesses: sum('WebhookSuccesses', '$.message.successes'),
  };
};

/** The alarms of webhooks. */
export const webhookAlarms = (
  webhooks: Webhooks,
  logMetrics: ReturnType<typeof createWebhookMetrics>,
): readonly AlarmDefinition[] => [
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
    name: 'jobs-stalled',
    meaning: 'Exports, imports or replays waited although none ran, and were started again.',
    metric: logMetrics.resumedJobs.with({ period: QUARTER_HOUR }),
    threshold: 1,
    ...AT_ONCE,
  },
];
