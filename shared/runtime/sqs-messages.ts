import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** A queue of messages, each of which it may deliver more than once. */
export interface Messages<T> {
  /** @param delaySeconds whole seconds until it is visible. Default: 0 */
  send(message: T, delaySeconds?: number): Promise<void>;
}

/**
 * Sends each message as JSON, in the group of its organization: on a standard queue, groups provide fairness
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html).
 */
export const createSqsMessages = <T extends { readonly organizationId: string }>(
  client: SQSClient,
  url: string,
): Messages<T> => ({
  async send(message, DelaySeconds = 0) {
    const MessageBody = JSON.stringify(message);
    const MessageGroupId = message.organizationId;
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody, MessageGroupId, DelaySeconds }));
  },
});
