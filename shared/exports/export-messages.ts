import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Starts or continues an export. The queue may deliver it more than once. */
export interface ExportMessage {
  readonly organizationId: string;
  readonly exportId: string;
}

/** The queue of `write-exports`. */
export interface ExportMessages {
  send(message: ExportMessage): Promise<void>;
}

export const createSqsExportMessages = (client: SQSClient, url: string): ExportMessages => ({
  async send({ organizationId, exportId }) {
    const MessageBody = JSON.stringify({ organizationId, exportId });
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody }));
  },
});
