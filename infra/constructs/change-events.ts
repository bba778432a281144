import { Duration, Stack } from 'aws-cdk-lib';
import { CfnArchive, EventBus, type IEventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../shared/contract/events.ts';
import { STREAM_FILTERS } from '../../shared/events/stream-filters.ts';
import { EVENT_BUS_NAME_VARIABLE } from '../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../shared/table/items/keys.ts';
import type { ServiceProps, ServiceTable } from './data-table.ts';
import { createFailureQueue, grantSendMessages } from './queues.ts';
import { ServiceFunction } from './service-function.ts';

/**
 * Attempts per batch before it goes to the failure queue. During an outage of the bus, the function retries
 * until its timeout, so this covers many hours. An unreadable record fails at once; bisecting, which uses up
 * no attempts, has isolated it by then.
 */
const RETRY_ATTEMPTS = 1_000;

/**
 * Grants what Lambda needs to poll a stream
 * (https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSLambdaDynamoDBExecutionRole.html).
 */
const grantReadStream = (handler: LambdaFunction, { tableStreamArn }: ServiceTable): void => {
  const allow = (actions: readonly string[], resource: string): void =>
    handler.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
  allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], tableStreamArn);
  // Returns only names. CDK's own grant is the same; a narrower resource is untested.
  allow(['dynamodb:ListStreams'], '*');
};

/**
 * Publishes table changes as events on a bus. Further consumers subscribe with their own rules on the bus.
 */
export class ChangeEvents extends Construct {
  readonly bus: IEventBus;
  readonly publish: LambdaFunction;
  /** Changes that could not be published. */
  readonly unpublished: Queue;

  constructor(scope: Construct, id: string, { table, config }: ServiceProps) {
    super(scope, id);
    const bus = new EventBus(this, 'Bus', { description: 'Changes of people, companies and call lists' });
    // Under exactOptionalPropertyTypes, CDK's class does not fit its own interface; a reference does.
    this.bus = EventBus.fromEventBusName(this, 'BusReference', bus.eventBusName);
    // CDK's `archive` writes an empty KmsKeyIdentifier, which fails in some Regions (aws-cdk issue 37847).
    new CfnArchive(this, 'Archive', {
      // At most 48 characters.
      archiveName: `${Stack.of(this).stackName}-events`,
      description: 'Events that can be replayed to a rule',
      sourceArn: bus.eventBusArn,
      eventPattern: { source: [EVENT_SOURCE] },
      retentionDays: config.eventArchiveDays,
    });

    const { function: publish } = new ServiceFunction(this, 'Publish', {
      functionName: 'publish-events',
      description: 'Puts the changes of the table on the bus',
      table,
      access: [
        {
          actions: ['dynamodb:BatchGetItem'],
          leadingKeys: [LEADING_KEYS.callListEntryLocators, LEADING_KEYS.callLists],
        },
      ],
      environment: { [EVENT_BUS_NAME_VARIABLE]: bus.eventBusName },
      timeout: Duration.seconds(30),
      config,
    });
    bus.grantPutEventsTo(publish);
    grantReadStream(publish, table);
    const unpublished = createFailureQueue(this, 'UnpublishedChanges');
    publish.addEventSourceMapping('Stream', {
      eventSourceArn: table.tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: STREAM_FILTERS.map((pattern) => FilterCriteria.filter(pattern)),
      batchSize: 100,
      parallelizationFactor: 4,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: RETRY_ATTEMPTS,
      onFailure: { bind: () => ({ destination: unpublished.queueArn }) },
    });
    grantSendMessages(publish, [unpublished]);
    this.publish = publish;
    this.unpublished = unpublished;
  }
}
