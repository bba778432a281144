import { SendMessageCommand, SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';

export interface QueueSenderOptions {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: NonNullable<SQSClientConfig['credentials']>;
}

export interface QueueMessage {
  readonly body: string;
  readonly groupId?: string | undefined;
  /** Texts, by name. */
  readonly attributes?: Readonly<Record<string, string>>;
}

export interface QueueSender {
  /** Sends a message to the queue with an ARN. Tried once. */
  send(queueArn: string, message: QueueMessage): Promise<void>;
  close(): void;
}

const urlOf = (queueArn: string): string => {
  const [, , , region, account, name] = queueArn.split(':');
  return `https://sqs.${region}.amazonaws.com/${account}/${name}`;
};

export const createQueueSender = (options: QueueSenderOptions): QueueSender => {
  const client = new SQSClient({
    ...options,
    useQueueUrlAsEndpoint: false,
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
  return {
    async send(queueArn, { body, groupId, attributes = {} }) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: urlOf(queueArn),
          MessageBody: body,
          ...(groupId === undefined ? {} : { MessageGroupId: groupId }),
          MessageAttributes: Object.fromEntries(
            Object.entries(attributes).map(([name, value]) => [
              name,
              { DataType: 'String', StringValue: value },
            ]),
          ),
        }),
      );
    },
    close: () => client.destroy(),
  };
};
