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

/** The maximum in SQS. */
const RETENTION = Duration.days(14);

const COMMON: QueueProps = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: RETENTION,
};

/**
 * High throughput for FIFO queues
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/high-throughput-fifo.html).
 */
const FIFO: QueueProps = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
};

/**
 * A dead-letter queue. An operator inspects its messages and redrives them.
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
  /** The timeout of the consuming function. */
  readonly functionTimeout: Duration;
  readonly failures: Queue;
  /** @default false */
  readonly isFifo?: boolean;
}

/**
 * Receives of a message before it goes to the dead-letter queue. They span some hours, so that messages
 * survive an outage of the table or the queue.
 */
const MAX_RECEIVE_COUNT = 100;

/**
 * A queue with a consuming function. The visibility timeout is three times the function's timeout: Lambda
 * requires at least one, and retries throttled invocations in the rest.
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
