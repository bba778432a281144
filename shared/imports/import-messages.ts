import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ImportMessage } from './import-queue.ts';

/** The queue of `import-files`. */
export interface ImportMessages {
  send(message: ImportMessage): Promise<void>;
}

export const createSqsImportMessages = (client: SQSClient, url: string): ImportMessages => ({
  async send(message) {
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(message) }));
  },
});
