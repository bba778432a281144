import { Duration } from 'aws-cdk-lib';
import type { AlarmDefinition } from './alarm-definition.ts';
import { formula, iteratorAge, QUARTER_HOUR, queueAge, queueDepth } from './metrics.ts';
import type { Watched } from './watched.ts';

/** Alarms for changes, events and deliveries. */
export const webhookAlarms = (watched: Watched): readonly AlarmDefinition[] => [
  {
    name: 'changes-behind',
    meaning: 'Changes of the data wait for five minutes and more before they become events.',
    metric: iteratorAge(watched.publish),
    threshold: Duration.minutes(5).toMilliseconds(),
  },
  {
    name: 'changes-set-aside',
    meaning: 'Changes could not be published, and wait in the queue UnpublishedChanges.',
    metric: queueDepth(watched.unpublished, 'unpublished changes'),
    threshold: 1,
    periods: [1, 1],
  },
  {
    name: 'webhooks-behind',
    meaning: 'Events, or deliveries for their first attempt, wait for a quarter of an hour and more.',
    metric: formula('the oldest message, seconds', 'MAX([FILL(events, 0), FILL(first, 0)])', {
      events: queueAge(watched.eventQueue, 'events'),
      first: queueAge(watched.firstQueue, 'first attempts'),
    }),
    threshold: QUARTER_HOUR.toSeconds(),
  },
  {
    name: 'webhooks-set-aside',
    meaning: 'Our own code failed on events or deliveries, which wait in a queue of failures.',
    metric: formula(
      'messages',
      watched.failureQueues.map((_, index) => `FILL(q${index}, 0)`).join(' + '),
      Object.fromEntries(
        watched.failureQueues.map((queue, index) => [`q${index}`, queueDepth(queue, `failures ${index}`)]),
      ),
    ),
    threshold: 1,
    periods: [1, 1],
  },
  {
    name: 'webhooks-failing',
    meaning: 'Most webhook endpoints at once do not answer as they should: it may be us.',
    metric: formula(
      'successes in percent, of 100 attempts or more',
      'IF(attempts >= 100, 100 * successes / attempts, 100)',
      {
        attempts: watched.logMetrics.webhookAttempts.with({ period: QUARTER_HOUR }),
        successes: watched.logMetrics.webhookSuccesses.with({ period: QUARTER_HOUR }),
      },
      QUARTER_HOUR,
    ),
    threshold: 25,
    isTooLow: true,
  },
  {
    name: 'retries-not-queued',
    meaning: 'The function that queues due deliveries every minute does not run, or does not succeed.',
    metric: formula(
      'runs that succeeded',
      'FILL(runs, 0) - FILL(errors, 0)',
      {
        runs: watched.requeue.metricInvocations({ period: QUARTER_HOUR }),
        errors: watched.requeue.metricErrors({ period: QUARTER_HOUR }),
      },
      QUARTER_HOUR,
    ),
    threshold: 1,
    isTooLow: true,
    periods: [1, 1],
    isWrongWithoutData: true,
  },
];
