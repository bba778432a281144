import { Duration, Names } from 'aws-cdk-lib';
import type { EventSourceMappingOptions, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import {
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
  type QueueProps,
} from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { QUEUE_RETENTION } from './retention.ts';
import { allow } from './service-function.ts';

/** The maximum of SQS, stated because its default has changed once. */
const MAX_MESSAGE_BYTES = 1_048_576;

const COMMON: QueueProps = {
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: QUEUE_RETENTION,
};

/**
 * High throughput for FIFO queues
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/high-throughput-fifo.html).
 */
export const FIFO: QueueProps = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
};

/** A dead-letter queue. An operator inspects its messages and redrives them. */
export const createFailureQueue = (scope: Construct, id: string, props: QueueProps = {}): Queue => {
  const queue = new Queue(scope, id, { ...COMMON, ...props });
  acknowledge(queue, { 'AwsSolutions-SQS3': 'This is a dead-letter queue.' });
  return queue;
};

/**
 * Receives of a message before it goes to the dead-letter queue. With the delays of `retryFailedMessages`,
 * they span more than five hours, so that messages survive an outage of the table or the queue.
 */
const MAX_RECEIVE_COUNT = 500;

/**
 * A queue with a consuming function; it is FIFO if its dead-letter queue is. Only messages of a function that
 * did not return wait for the visibility timeout. By default it is three times the function's timeout: Lambda
 * requires at least one, and retries throttled invocations in the rest. AWS advises six
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html), so that a message is not
 * received again while its invocation is still retried. Here that would be harmless, since each message can
 * be processed twice, and after a crash the message would wait twice as long.
 */
export const createWorkQueue = (
  scope: Construct,
  id: string,
  failures: Queue,
  functionTimeout: Duration,
  visibilityTimeout = Duration.seconds(functionTimeout.toSeconds() * 3),
): Queue =>
  new Queue(scope, id, {
    ...COMMON,
    ...(failures.fifo ? FIFO : {}),
    visibilityTimeout,
    deadLetterQueue: { queue: failures, maxReceiveCount: MAX_RECEIVE_COUNT },
  });

// CDK's own grants also include GetQueueUrl and GetQueueAttributes, which the functions do not need.

/** Allows a function to send messages to these queues. */
export const grantSendMessages = (handler: LambdaFunction, queues: readonly Queue[]): void =>
  allow(
    handler,
    ['sqs:SendMessage'],
    queues.map(({ queueArn }) => queueArn),
  );

/** Allows a function to read how many messages a queue has. */
export const grantCountMessages = (handler: LambdaFunction, { queueArn }: Queue): void =>
  allow(handler, ['sqs:GetQueueAttributes'], [queueArn]);

/**
 * Makes a function consume a queue, with failures reported per message. Lambda needs these permissions
 * (https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSLambdaSQSQueueExecutionRole.html), and
 * the function changes the visibility of failed messages.
 */
export const addQueueConsumer = (
  handler: LambdaFunction,
  queue: Queue,
  options: Pick<EventSourceMappingOptions, 'batchSize' | 'maxConcurrency'>,
): void => {
  // This is the id that CDK's own event source uses. With another id, an update would create the mapping a
  // second time, which Lambda rejects.
  handler.addEventSourceMapping(`SqsEventSource:${Names.nodeUniqueId(queue.node)}`, {
    ...options,
    eventSourceArn: queue.queueArn,
    reportBatchItemFailures: true,
  });
  allow(
    handler,
    ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes', 'ChangeMessageVisibility'].map(
      (name) => `sqs:${name}`,
    ),
    [queue.queueArn],
  );
};
