import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** How long a number of messages is used, in milliseconds. */
const USED_FOR = 10_000;

const ATTRIBUTE = 'ApproximateNumberOfMessages';

/**
 * Makes a function that returns whether more than `most` messages wait in a queue: no if SQS does not say.
 *
 * @param url of the queue
 */
export const createBacklogCheck = (
  client: SQSClient,
  url: string,
  most: number,
): (() => Promise<boolean>) => {
  const isLong = async (): Promise<boolean> => {
    const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [ATTRIBUTE] });
    try {
      return Number((await client.send(command)).Attributes?.[ATTRIBUTE]) > most;
    } catch (error) {
      console.warn({ problem: 'Could not read how many first attempts wait.', error });
      return false;
    }
  };
  let read: { readonly at: number; readonly isLong: Promise<boolean> } | undefined;
  return () => {
    const at = performance.now();
    if (read === undefined || at - read.at > USED_FOR) read = { at, isLong: isLong() };
    return read.isLong;
  };
};
