import type { Message } from '@aws-sdk/client-sqs';

/**
 * A message as Lambda hands it to a function, without message attributes:
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event
 */
export const toQueueRecord = (message: Message, sourceArn: string): object => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes,
  messageAttributes: {},
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: sourceArn,
  awsRegion: sourceArn.split(':')[3],
});

export const groupOf = (message: Message): string | undefined => message.Attributes?.MessageGroupId;

/**
 * The messages to delete. After a failure in a FIFO queue, the rest of its group stays, to keep the order.
 */
export const processedMessages = (
  messages: readonly Message[],
  failedIds: ReadonlySet<string>,
  isFifo: boolean,
): readonly Message[] => {
  const failedGroups = new Set<string | undefined>();
  return messages.filter((message) => {
    const isFailed = failedIds.has(message.MessageId ?? '') || (isFifo && failedGroups.has(groupOf(message)));
    if (isFailed) failedGroups.add(groupOf(message));
    return !isFailed;
  });
};
