import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { LOOKUP_FILTERS } from '../../../shared/events/stream-filters.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import { createFailureQueue } from '../platform/queues.ts';
import { ServiceFunction } from '../platform/service-function.ts';
import { consumeStream } from '../platform/stream-consumer.ts';

/** Keeps the lookups of people, companies, call list entries and events in step with the table. */
export class Lookups extends Construct {
  readonly index: LambdaFunction;
  /** Changes whose lookups could not be written. */
  readonly unindexed: Queue;

  constructor(scope: Construct, id: string, { table, config }: ServiceProps) {
    super(scope, id);
    const { function: index } = new ServiceFunction(this, 'Index', {
      functionName: 'index-lookups',
      description: 'Keeps the lookups of records and events in step with the table',
      table,
      access: [
        {
          // Updates are of counters.
          actions: ['BatchWriteItem', 'UpdateItem', 'DeleteItem', 'Query'],
          items: ['lookups'],
          mayWriteDuringRestore: true,
        },
        // Who of the people in call lists was deleted.
        { actions: ['BatchGetItem'], items: ['people'] },
        // Chunks of several items, of which the stream has only one per record.
        { actions: ['GetItem', 'Query'], items: ['feeds'] },
      ],
      timeout: Duration.seconds(30),
      config,
    });
    const unindexed = createFailureQueue(this, 'UnindexedChanges');
    consumeStream(index, table, { filters: LOOKUP_FILTERS, failures: unindexed, namesShard: true });
    this.index = index;
    this.unindexed = unindexed;
  }
}
