import { Duration, Stack } from 'aws-cdk-lib';
import { CfnArchive, EventBus, type IEventBus } from 'aws-cdk-lib/aws-events';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../shared/contract/events.ts';
import { STREAM_FILTERS } from '../../shared/events/stream-filters.ts';
import { EVENT_BUS_NAME_VARIABLE } from '../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../shared/table/items/keys.ts';
import type { ServiceProps } from './data-table.ts';
import { createFailureQueue } from './queues.ts';
import { ServiceFunction } from './service-function.ts';
import { consumeStream } from './stream-consumer.ts';

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
    const unpublished = createFailureQueue(this, 'UnpublishedChanges');
    consumeStream(publish, table, { filters: STREAM_FILTERS, failures: unpublished });
    this.publish = publish;
    this.unpublished = unpublished;
  }
}
