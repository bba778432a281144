import { Duration } from 'aws-cdk-lib';
import { type AlarmDefinition, AT_ONCE } from '../platform/alarm.ts';
import { iteratorAge, queueDepth } from '../platform/metrics.ts';
import type { ChangeEvents } from './change-events.ts';

/** The alarms of published changes. */
export const eventAlarms = (changeEvents: ChangeEvents): readonly AlarmDefinition[] => [
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
];
