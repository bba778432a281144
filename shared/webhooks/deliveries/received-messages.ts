import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** The time when a received message becomes visible again. */
export interface VisibilityChange {
  readonly receiptHandle: string;
  /** Whole seconds from now. */
  readonly seconds: number;
}

/** Messages that this function received: at most 10 per call. */
export interface ReceivedMessages {
  /** Throws if the visibility of any may not have been changed; that of others may have been. */
  changeVisibility(
    queueArn: string,
    changes: readonly VisibilityChange[],
    signal: AbortSignal,
  ): Promise<void>;
  /** Deletes messages before the function returns. Throws if any may not have been deleted. */
  delete(queueArn: string, receiptHandles: readonly string[], signal: AbortSignal): Promise<void>;
}

/** @param urls of the queues that the messages come from */
export const createSqsReceivedMessages = (client: SQSClient, urls: readonly string[]): ReceivedMessages => {
  const urlOf = (queueArn: string): string => {
    const name = queueArn.split(':').at(-1);
    const url = urls.find((each) => each.endsWith(`/${name}`));
    if (url === undefined) throw new Error(`The URL of ${queueArn} is unknown.`);
    return url;
  };
  return {
    async changeVisibility(queueArn, changes, abortSignal) {
      const Entries = changes.map(({ receiptHandle, seconds }, index) => ({
        Id: String(index),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }));
      const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl: urlOf(queueArn), Entries });
      const { Failed: [failure] = [] } = await client.send(command, { abortSignal });
      if (failure !== undefined) throw new Error(`SQS rejected a change of visibility: ${failure.Code}.`);
    },

    async delete(queueArn, receiptHandles, abortSignal) {
      const Entries = receiptHandles.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }));
      const command = new DeleteMessageBatchCommand({ QueueUrl: urlOf(queueArn), Entries });
      const { Failed: [failure] = [] } = await client.send(command, { abortSignal });
      if (failure !== undefined) throw new Error(`SQS rejected a deletion: ${failure.Code}.`);
    },
  };
};
