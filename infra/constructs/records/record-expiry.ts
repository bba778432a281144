import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';
import { CHANGE_INDEX } from '../../../shared/table/items/schema.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import { ServiceFunction, type TableAccess } from '../platform/service-function.ts';

/** How often runs are started or continued. */
const INTERVAL = Duration.minutes(15);

/** Shorter than the interval, so that invocations do not overlap. */
const TIMEOUT = Duration.minutes(10);

const ACCESS: readonly TableAccess[] = [
  {
    actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    leadingKeys: [LEADING_KEYS.expiries],
  },
  { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.organizations] },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [
      LEADING_KEYS.personCollections,
      LEADING_KEYS.companyCollections,
      LEADING_KEYS.callListEntryCollections,
    ],
    indexes: [CHANGE_INDEX.name],
  },
  // Counts deletions.
  {
    actions: ['dynamodb:UpdateItem'],
    leadingKeys: [LEADING_KEYS.personCollections, LEADING_KEYS.companyCollections],
  },
  {
    actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    leadingKeys: [LEADING_KEYS.people, LEADING_KEYS.companies],
  },
  { actions: ['dynamodb:BatchGetItem'], leadingKeys: [LEADING_KEYS.callLists] },
  { actions: ['dynamodb:Query'], leadingKeys: [LEADING_KEYS.personLookups] },
  { actions: ['dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.auditLogs] },
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
