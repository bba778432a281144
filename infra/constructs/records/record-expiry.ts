import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { lookedUpReferences } from '../../../shared/kinds/kinds.ts';
import { camelOf, PLAIN_KINDS } from '../../../shared/kinds/names.ts';
import { PLAIN_COLLECTIONS, PLAIN_ITEMS } from '../../../shared/table/items/leading-keys.ts';
import { CHANGE_INDEX } from '../../../shared/table/items/schema.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import {
  type AlarmDefinition,
  AT_ONCE,
  HOUR,
  iteratorAge,
  noSuccessWithin,
  queueDepth,
} from '../platform/metrics.ts';
import { ServiceFunction, type TableAccess } from '../platform/service-function.ts';
import type { Lookups } from './lookups.ts';

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

/** How often runs are started or continued. */
const INTERVAL = Duration.minutes(15);

/** Shorter than the interval, so that invocations do not overlap. */
const TIMEOUT = Duration.minutes(10);

/** What tells whether a record is in use. */
const LOOKUPS_OF_REFERRERS = PLAIN_KINDS.filter((kind) => lookedUpReferences(kind).length > 0).map(
  (kind) => `${camelOf(kind)}Lookups` as const,
);

const ACCESS: readonly TableAccess[] = [
  { actions: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'], items: ['expiries'] },
  { actions: ['GetItem'], items: ['organizations'] },
  {
    actions: ['Query'],
    items: [...PLAIN_COLLECTIONS, 'callListEntryCollections'],
    indexes: [CHANGE_INDEX],
  },
  // Counts deletions.
  { actions: ['UpdateItem'], items: PLAIN_COLLECTIONS },
  { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'], items: PLAIN_ITEMS },
  { actions: ['BatchGetItem'], items: ['callLists'] },
  { actions: ['Query'], items: LOOKUPS_OF_REFERRERS },
  { actions: ['PutItem'], items: ['auditLogs'] },
];

/** Deletes the records that organizations no longer keep. */
export class RecordExpiry extends Construct {
  readonly expire: LambdaFunction;

  constructor(scope: Construct, id: string, { table, config }: ServiceProps) {
    super(scope, id);
    const { function: expire } = new ServiceFunction(this, 'Expire', {
      functionName: 'expire-records',
      description: 'Announces and deletes the records that organizations no longer keep',
      table,
      access: ACCESS,
      timeout: TIMEOUT,
      config,
    });
    // The next run continues.
    expire.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: INTERVAL });
    new Rule(this, 'Schedule', {
      description: 'Starts and continues the search for records to delete',
      schedule: Schedule.rate(INTERVAL),
      targets: [new LambdaTarget(expire, { retryAttempts: 0 })],
    });
    this.expire = expire;
  }
}
