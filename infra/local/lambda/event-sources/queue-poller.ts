import { randomUUID } from 'node:crypto';
import type { Message } from '@aws-sdk/client-sqs';
import { messageOf } from '../../process/start-error.ts';
import { isLateSince } from '../invocation.ts';
import { failedIdsOf } from './batch-response.ts';
import type { QueueMapping } from './mapping-definition.ts';
import { type PollerContext, repeat } from './poller.ts';

/** The longest wait of a receive call. */
const WAIT_SECONDS = 20;

/**
 * A message as Lambda hands it to a function, without message attributes:
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event
 */
const toQueueRecord = (message: Message, sourceArn: string): object => ({
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

/** A message that returns after a failed attempt is as old as it should be. */
const isLate = ({ Attributes: { SentTimestamp, ApproximateReceiveCount } = {} }: Message): boolean =>
  ApproximateReceiveCount === '1' && isLateSince(Number(SentTimestamp));

/**
 * Polls a queue for a function, as an event source mapping does. Fulfilled once the signal is aborted and
 * running invocations have ended.
 */
export const pollQueue = async (mapping: QueueMapping, context: PollerContext): Promise<void> => {
  const { queueUrl: QueueUrl, sourceArn, functionArn } = mapping;
  const { sqs, invoke, onError, signal } = context;
  const deliveries = new Set<Promise<void>>();

  const deliver = async (messages: readonly Message[]): Promise<void> => {
    const Records = messages.map((message) => toQueueRecord(message, sourceArn));
    const result = await invoke(
      functionArn,
      randomUUID(),
      JSON.stringify({ Records }),
      messages.some(isLate),
    );
    const failedIds = failedIdsOf(
      result,
      messages.map(({ MessageId }) => MessageId),
    );
    // Failed messages return after their visibility timeout.
    const Entries = messages
      .filter(({ MessageId }) => failedIds?.has(MessageId) === false)
      .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    if (Entries.length === 0) return;
    const { Failed: [failure] = [] } = await sqs.deleteBatch({ QueueUrl, Entries });
    if (failure !== undefined) throw new Error(failure.Message ?? failure.Code);
  };

  const receive = async (): Promise<void> => {
    const request = {
      QueueUrl,
      MaxNumberOfMessages: mapping.batchSize,
      WaitTimeSeconds: WAIT_SECONDS,
      MessageSystemAttributeNames: ['All' as const],
    };
    const { Messages: messages = [] } = await sqs.receive(request, signal);
    if (messages.length === 0) return;
    const delivery = deliver(messages)
      .catch((error: unknown) =>
        onError(new Error(`Cannot delete messages of ${sourceArn}: ${messageOf(error)}.`)),
      )
      .finally(() => deliveries.delete(delivery));
    deliveries.add(delivery);
    if (deliveries.size >= mapping.concurrency) await Promise.race(deliveries);
  };

  await repeat(receive, `Cannot read ${sourceArn}`, context);
  await Promise.all(deliveries);
};
