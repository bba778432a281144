import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** A queue of messages, each of which it may deliver more than once. */
export interface Messages<T> {
  send(message: T): Promise<void>;
}

/** Sends each message as JSON. */
export const createSqsMessages = <T>(client: SQSClient, url: string): Messages<T> => ({
  async send(message) {
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(message) }));
  },
});
