import { Duration } from 'aws-cdk-lib';
import { FilterCriteria, type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceTable } from './data-table.ts';
import { grantSendMessages } from './queues.ts';
import { allow } from './service-function.ts';

/**
 * Attempts per batch before it goes to the failure queue. During an outage of what a function writes to, it
 * retries until its timeout, so this covers many hours. A record that always fails is alone by then: a batch
 * is halved with each attempt.
 */
const RETRY_ATTEMPTS = 1_000;

/**
 * Grants what Lambda needs to poll a stream
 * (https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSLambdaDynamoDBExecutionRole.html).
 */
const grantReadStream = (handler: LambdaFunction, { tableStreamArn }: ServiceTable): void => {
  allow(
    handler,
    ['DescribeStream', 'GetRecords', 'GetShardIterator'].map((name) => `dynamodb:${name}`),
    [tableStreamArn],
  );
  // Returns only names. CDK's own grant is the same; a narrower resource is untested.
  allow(handler, ['dynamodb:ListStreams'], ['*']);
};

interface StreamConsumerOptions {
  /** Patterns of the records that the function gets. */
  readonly filters: readonly Readonly<Record<string, unknown>>[];
  /** Gets the positions of the records that the function could not process. */
  readonly failures: Queue;
  /**
   * Whether the event names the shard of its records, of which the function then gets one batch at a time.
   * Lambda names it only with a window, at whose end it invokes the function once more, without records
   * (https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html). Default: false
   */
  readonly namesShard?: boolean;
}

/**
 * Makes a function consume the table's stream from its beginning. At most two functions should: more readers
 * of a shard are throttled (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html).
 */
export const consumeStream = (
  handler: LambdaFunction,
  table: ServiceTable,
  { filters, failures, namesShard = false }: StreamConsumerOptions,
): void => {
  grantReadStream(handler, table);
  handler.addEventSourceMapping('Stream', {
    eventSourceArn: table.tableStreamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    filters: filters.map((pattern) => FilterCriteria.filter(pattern)),
    // One batch of a shard at a time, which keeps its order: an entry that moves changes its key.
    batchSize: 100,
    ...(namesShard && { tumblingWindow: Duration.minutes(15) }),
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    retryAttempts: RETRY_ATTEMPTS,
    onFailure: { bind: () => ({ destination: failures.queueArn }) },
  });
  grantSendMessages(handler, [failures]);
};
