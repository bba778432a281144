import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource } from '../assembly/stack.ts';

/** A queue as the SQS API creates and updates it. */
export type QueueDefinition = ReturnType<typeof readQueue>;

const within = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum);

/**
 * Limits and defaults:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-sqs-queue.html
 */
const queueSchema = z.strictObject({
  FifoQueue: z.boolean().default(false),
  VisibilityTimeout: within(0, 43_200).default(30),
  MessageRetentionPeriod: within(60, 1_209_600).default(345_600),
  // The maximum of SQS, which the local queues enforce for all.
  MaximumMessageSize: z.literal(1_048_576).default(1_048_576),
  RedrivePolicy: z
    .strictObject({
      deadLetterTargetArn: z.string(),
      maxReceiveCount: z.coerce.number().int().min(1).max(1000),
    })
    .optional(),
  QueueName: ignored(),
  // No two groups of the service use the same deduplication id, so its scope makes no difference.
  DeduplicationScope: ignored(),
  FifoThroughputLimit: ignored(),
  // Nothing is encrypted on one machine.
  SqsManagedSseEnabled: ignored(),
  Tags: ignored(),
});

/** @throws StartError when the queue has an unsupported property */
export const readQueue = (resource: Resource) => {
  const { FifoQueue, VisibilityTimeout, MessageRetentionPeriod, RedrivePolicy } = readProperties(
    resource,
    queueSchema,
  );
  return {
    name: resource.physicalId,
    isFifo: FifoQueue,
    /**
     * Includes unset attributes, which return to their defaults when the template no longer declares them.
     */
    attributes: {
      VisibilityTimeout: String(VisibilityTimeout),
      MessageRetentionPeriod: String(MessageRetentionPeriod),
      RedrivePolicy: RedrivePolicy === undefined ? '' : JSON.stringify(RedrivePolicy),
    },
  };
};
