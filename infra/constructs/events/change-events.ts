import { Duration } from 'aws-cdk-lib';
import { EventBus, type IEventBus } from 'aws-cdk-lib/aws-events';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { STREAM_FILTERS } from '../../../shared/events/stream-filters.ts';
import {
  EVENT_BUS_NAME_VARIABLE,
  EVENT_RETENTION_DAYS_VARIABLE,
  PUBLISHES_EVERY_EVENT_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import { type AlarmDefinition, AT_ONCE, iteratorAge, queueDepth } from '../platform/metrics.ts';
import { createFailureQueue } from '../platform/queues.ts';
import { ServiceFunction } from '../platform/service-function.ts';
import { consumeStream } from '../platform/stream-consumer.ts';

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

/**
 * Publishes table changes as events, in the feed and on a bus. Further consumers subscribe with their own
 * rules on the bus, which need the setting `publishesEveryEvent`.
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

    const { function: publish } = new ServiceFunction(this, 'Publish', {
      functionName: 'publish-events',
      description: 'Appends the changes of the table to the feed, and puts them on the bus',
      table,
      access: [
        { actions: ['GetItem'], items: ['callListEntryLocators', 'callLists'] },
        {
          ...{ actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'], items: ['feeds'] },
          mayWriteDuringRestore: true,
        },
      ],
      environment: {
        [EVENT_BUS_NAME_VARIABLE]: bus.eventBusName,
        [EVENT_RETENTION_DAYS_VARIABLE]: String(config.eventRetentionDays),
        ...(config.publishesEveryEvent === true && { [PUBLISHES_EVERY_EVENT_VARIABLE]: '1' }),
      },
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
