import { Names } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { EventSourceMappingOptions, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

// CDK's own grants also include GetQueueUrl and GetQueueAttributes, which the functions do not need.

/** Allows a function to send messages to these queues. */
export const grantSendMessages = (handler: LambdaFunction, queues: readonly Queue[]): void =>
  handler.addToRolePolicy(
    new PolicyStatement({
      actions: ['sqs:SendMessage'],
      resources: queues.map(({ queueArn }) => queueArn),
    }),
  );

/**
 * Makes a function consume a queue, with failures reported per message. Lambda needs these permissions:
 * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSLambdaSQSQueueExecutionRole.html
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
  handler.addToRolePolicy(
    new PolicyStatement({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources: [queue.queueArn],
    }),
  );
};
