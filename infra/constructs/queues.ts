import { Duration } from 'aws-cdk-lib';
import {
  type DeadLetterQueue,
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
  type QueueProps,
} from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** The longest that SQS keeps a message. */
const RETENTION = Duration.days(14);

const COMMON: QueueProps = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: RETENTION,
};

/**
 * Where FIFO queues hand out messages of many groups at once
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/high-throughput-fifo.html).
 */
const FIFO: QueueProps = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
};

/**
 * A queue for what our own code failed on: an operator looks at it, and sends it back to where it came from.
 */
export const createFailureQueue = (
  scope: Construct,
  id: string,
  options: { isFifo?: boolean } = {},
): Queue => {
  const queue = new Queue(scope, id, { ...COMMON, ...(options.isFifo === true ? FIFO : {}) });
  acknowledge(queue, { 'AwsSolutions-SQS3': 'This is a dead-letter queue.' });
  return queue;
};

export interface WorkQueueProps {
  /** The time limit of the function that takes from the queue. */
  readonly functionTimeout: Duration;
  readonly failures: Queue;
  /** @default false */
  readonly isFifo?: boolean;
}

/**
 * Times that a message is handed out before it counts as one that our code cannot handle: some hours, so that
 * an outage of the table or the queue passes by itself.
 */
const MAX_RECEIVE_COUNT = 100;

/**
 * A queue that a function works off. A message whose function died comes again after three time limits:
 * Lambda asks for one at least, and retries its own throttling in what is over.
 */
export const createWorkQueue = (
  scope: Construct,
  id: string,
  { functionTimeout, failures, isFifo = false }: WorkQueueProps,
): Queue => {
  const deadLetterQueue: DeadLetterQueue = { queue: failures, maxReceiveCount: MAX_RECEIVE_COUNT };
  return new Queue(scope, id, {
    ...COMMON,
    ...(isFifo ? FIFO : {}),
    visibilityTimeout: Duration.seconds(functionTimeout.toSeconds() * 3),
    deadLetterQueue,
  });
};
