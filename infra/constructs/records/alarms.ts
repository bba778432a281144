import { Duration } from 'aws-cdk-lib';
import { type AlarmDefinition, AT_ONCE, noSuccessWithin } from '../platform/alarm.ts';
import { HOUR, iteratorAge, queueDepth } from '../platform/metrics.ts';
import type { Lookups } from './lookups.ts';
import type { RecordExpiry } from './record-expiry.ts';

/** The alarms of lookups and of the expiry of records. */
export const recordAlarms = (lookups: Lookups, expiry: RecordExpiry): readonly AlarmDefinition[] => [
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
    name: 'records-not-expiring',
    meaning:
      'The function that deletes records after their retention period does not run, or does not succeed.',
    ...noSuccessWithin(expiry.expire, HOUR),
  },
];
