import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource } from '../assembly/stack.ts';
import { StartError } from '../process/start-error.ts';

/** A queue as the SQS API creates it. */
export interface QueueDefinition {
  readonly name: string;
  readonly arn: string;
  readonly isFifo: boolean;
  /** Everything that can be declared, so that what the template no longer has goes back to its default. */
  readonly attributes: Readonly<Record<string, string>>;
}

const within = (minimum: number, maximum: number) => z.number().int().min(minimum).max(maximum);

const redriveSchema = z.strictObject({
  deadLetterTargetArn: z.string(),
  maxReceiveCount: z.coerce.number().int().min(1).max(1000),
});

/** Limits and defaults: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-sqs-queue.html */
const queueSchema = z.strictObject({
  FifoQueue: z.boolean().default(false),
  ContentBasedDeduplication: z.boolean().default(false),
  DeduplicationScope: z.enum(['queue', 'messageGroup']).default('queue'),
  FifoThroughputLimit: z.enum(['perQueue', 'perMessageGroupId']).default('perQueue'),
  VisibilityTimeout: within(0, 43_200).default(30),
  MessageRetentionPeriod: within(60, 1_209_600).default(345_600),
  DelaySeconds: within(0, 900).default(0),
  ReceiveMessageWaitTimeSeconds: within(0, 20).default(0),
  MaximumMessageSize: within(1_024, 1_048_576).default(1_048_576),
  RedrivePolicy: redriveSchema.optional(),
  RedriveAllowPolicy: z
    .strictObject({
      redrivePermission: z.enum(['allowAll', 'denyAll', 'byQueue']),
      sourceQueueArns: z.array(z.string()).default([]),
    })
    .optional(),
  QueueName: ignored(),
  // Nothing is encrypted on one machine.
  KmsDataKeyReusePeriodSeconds: ignored(),
  KmsMasterKeyId: ignored(),
  SqsManagedSseEnabled: ignored(),
  Tags: ignored(),
});
type QueueProperties = z.infer<typeof queueSchema>;

interface DeclaredQueue {
  readonly logicalId: string;
  readonly arn: string;
  readonly properties: QueueProperties;
}

const attributesOf = (queue: QueueProperties): Readonly<Record<string, string>> => ({
  VisibilityTimeout: String(queue.VisibilityTimeout),
  MessageRetentionPeriod: String(queue.MessageRetentionPeriod),
  DelaySeconds: String(queue.DelaySeconds),
  ReceiveMessageWaitTimeSeconds: String(queue.ReceiveMessageWaitTimeSeconds),
  MaximumMessageSize: String(queue.MaximumMessageSize),
  RedrivePolicy: queue.RedrivePolicy === undefined ? '' : JSON.stringify(queue.RedrivePolicy),
  ...(queue.FifoQueue
    ? {
        ContentBasedDeduplication: String(queue.ContentBasedDeduplication),
        DeduplicationScope: queue.DeduplicationScope,
        FifoThroughputLimit: queue.FifoThroughputLimit,
      }
    : {}),
});

/** Why AWS would refuse the dead-letter queue. */
const redriveFault = (
  { arn, properties }: DeclaredQueue,
  target: DeclaredQueue | undefined,
): string | undefined => {
  if (target === undefined) return 'is not in the stack';
  if (target.properties.FifoQueue !== properties.FifoQueue) {
    return properties.FifoQueue ? 'must be a FIFO queue as well' : 'must not be a FIFO queue';
  }
  const { redrivePermission = 'allowAll', sourceQueueArns = [] } = target.properties.RedriveAllowPolicy ?? {};
  const isAllowed =
    redrivePermission === 'allowAll' || (redrivePermission === 'byQueue' && sourceQueueArns.includes(arn));
  return isAllowed ? undefined : 'does not allow it';
};

const checkRedrive = (queue: DeclaredQueue, all: readonly DeclaredQueue[]): void => {
  const arn = queue.properties.RedrivePolicy?.deadLetterTargetArn;
  if (arn === undefined) return;
  const fault = redriveFault(
    queue,
    all.find((candidate) => candidate.arn === arn),
  );
  if (fault !== undefined) {
    throw new StartError(`The dead-letter queue of ${queue.logicalId}, ${arn}, ${fault}.`);
  }
};

/**
 * Reads the queues of the stack.
 *
 * @throws StartError when one uses what the runner does not have, or a dead-letter queue that does not fit
 */
export const readQueues = (resources: readonly Resource[]): readonly QueueDefinition[] => {
  const declared = resources.map((resource) => {
    const properties = readProperties(resource, queueSchema);
    if (resource.arn === undefined) throw new StartError(`${resource.logicalId} has no ARN.`);
    return { logicalId: resource.logicalId, name: resource.physicalId, arn: resource.arn, properties };
  });
  for (const queue of declared) checkRedrive(queue, declared);
  return declared.map(({ name, arn, properties }) => ({
    name,
    arn,
    isFifo: properties.FifoQueue,
    attributes: attributesOf(properties),
  }));
};
