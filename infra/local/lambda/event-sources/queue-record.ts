import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { SQSMessageAttribute, SQSRecord } from 'aws-lambda';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const toAttribute = (value: MessageAttributeValue): SQSMessageAttribute => ({
  ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
  ...(value.BinaryValue === undefined ? {} : { binaryValue: base64(value.BinaryValue) }),
  stringListValues: [],
  binaryListValues: [],
  dataType: value.DataType ?? 'String',
});

/**
 * A message as Lambda hands it to a function:
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event
 */
export const toQueueRecord = (message: Message, sourceArn: string): SQSRecord => {
  const { Attributes: attributes = {} } = message;
  const optional = (name: 'SequenceNumber' | 'MessageGroupId' | 'MessageDeduplicationId') =>
    attributes[name] === undefined ? {} : { [name]: attributes[name] };
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: attributes.SentTimestamp ?? '',
      ...optional('SequenceNumber'),
      ...optional('MessageGroupId'),
      SenderId: attributes.SenderId ?? '',
      ...optional('MessageDeduplicationId'),
      ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? '',
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, toAttribute(value)]),
    ),
    ...(message.MD5OfMessageAttributes === undefined
      ? {}
      : { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: sourceArn,
    awsRegion: sourceArn.split(':')[3] ?? '',
  };
};

/** What the filters of a mapping look at: a body that is JSON counts as what it says. */
export const filteredForm = (record: SQSRecord): unknown => {
  try {
    return { ...record, body: JSON.parse(record.body) };
  } catch {
    return record;
  }
};
