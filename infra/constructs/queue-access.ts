import { Names } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { EventSourceMappingOptions, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

// CDK's own grants also let functions look up addresses and attributes, which nothing here does.

/** Lets a function put messages into these queues, whose URLs it is told. */
export const grantSendMessages = (handler: LambdaFunction, queues: readonly Queue[]): void =>
  handler.addToRolePolicy(
    new PolicyStatement({
      actions: ['sqs:SendMessage'],
      resources: queues.map(({ queueArn }) => queueArn),
    }),
  );

/**
 * Has a function work off a queue. What Lambda needs for that is in
 * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSLambdaSQSQueueExecutionRole.html
 *
 * @param options for the event source mapping, besides the queue; failures are reported message by message
 */
export const addQueueConsumer = (
  handler: LambdaFunction,
  queue: Queue,
  options: Pick<EventSourceMappingOptions, 'batchSize' | 'maxConcurrency'>,
): void => {
  // The name is that which CDK's own event source gives: another would have a deployed mapping made a second
  // time, which Lambda refuses.
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
