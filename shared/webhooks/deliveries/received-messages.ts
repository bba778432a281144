import { ChangeMessageVisibilityBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { MessageVisibility } from './message-visibility.ts';

/** @param urls of the queues whose messages it changes */
export const createSqsMessageVisibility = (
  client: SQSClient,
  urls: readonly string[],
): MessageVisibility => ({
  async change(queueArn, changes, abortSignal) {
    const name = queueArn.split(':').at(-1);
    const QueueUrl = urls.find((url) => url.endsWith(`/${name}`));
    if (QueueUrl === undefined) throw new Error(`The URL of ${queueArn} is unknown.`);
    const Entries = changes.map(({ receiptHandle, seconds }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }));
    const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries });
    const { Failed: [failure] = [] } = await client.send(command, { abortSignal });
    if (failure !== undefined) throw new Error(`SQS rejected a change of visibility: ${failure.Code}.`);
  },
});
