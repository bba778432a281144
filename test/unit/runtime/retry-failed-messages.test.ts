import { ReceiveMessageCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { retryDelay, retryFailedMessages } from '../../../functions/runtime/retry-failed-messages.ts';
import { createQueueClient } from '../../../infra/local/sqs/queue-client.ts';
import { type Queues, startQueues } from '../../../infra/local/sqs/queues.ts';
import {
  createSqsReceivedMessages,
  type ReceivedMessages,
} from '../../../shared/webhooks/deliveries/received-messages.ts';
import { sqsEvent } from '../../support/webhooks/webhook-fixture.ts';
import { arnOf, CREDENTIALS, newDirectory, REGION, stackOf, urlOf } from '../local/sqs/small-queues.ts';

/** Invokes a function that fails these messages. */
const invoke = (
  messages: Pick<ReceivedMessages, 'changeVisibility'>,
  event: SQSEvent,
  failedIds: readonly string[],
): Promise<SQSBatchResponse> =>
  middy(
    async (): Promise<SQSBatchResponse> => ({
      batchItemFailures: failedIds.map((itemIdentifier) => ({ itemIdentifier })),
    }),
  ).use(retryFailedMessages(messages))(event, { getRemainingTimeInMillis: () => 30_000 } as Context);

describe('the delay of a failed message', () => {
  it('delays a message by seconds at first, twice as long each time, and below a minute', () => {
    const longest = Array.from({ length: 8 }, (_, index) => retryDelay(index + 1, 0));
    expect(longest).toEqual([3, 6, 12, 24, 48, 60, 60, 60]);
    expect(retryDelay(500, 0)).toBe(60);
  });

  it('varies the delay by a third', () => {
    expect(retryDelay(1, 0.999)).toBe(3);
    expect(retryDelay(6, 0.999)).toBe(41);
    expect(new Set(Array.from({ length: 100 }, () => retryDelay(6))).size).toBeGreaterThan(5);
  });
});

describe('failed messages', () => {
  let running: Queues;
  let client: SQSClient;

  beforeAll(async () => {
    const stack = stackOf({ Work: { VisibilityTimeout: 600 } });
    const queues = stack.resourcesOf('AWS::SQS::Queue');
    running = await startQueues({
      queues,
      directory: newDirectory(),
      account: stack.account,
      credentials: CREDENTIALS,
    });
    client = createQueueClient(running.endpoint, REGION, CREDENTIALS);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(async () => {
    client?.destroy();
    await running?.stop();
  });

  const receive = async (wait: number) => {
    const command = new ReceiveMessageCommand({
      QueueUrl: urlOf('Work'),
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: wait,
    });
    return (await client.send(command)).Messages ?? [];
  };

  it('returns only failed messages, within seconds instead of after the visibility timeout', async () => {
    for (const MessageBody of ['handled', 'failed']) {
      await client.send(new SendMessageCommand({ QueueUrl: urlOf('Work'), MessageBody }));
    }
    const messages = await receive(0);
    const event = sqsEvent(
      messages.map(({ Body = '' }) => Body),
      '',
    );
    for (const [index, record] of event.Records.entries()) {
      record.eventSourceARN = arnOf('Work');
      record.receiptHandle = messages[index]?.ReceiptHandle ?? '';
    }
    const received = createSqsReceivedMessages(client, [urlOf('Other'), urlOf('Work')]);
    const failedId = String(messages.findIndex(({ Body }) => Body === 'failed'));
    const response = await invoke(received, event, [failedId]);

    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: failedId }] });
    expect((await receive(20)).map(({ Body }) => Body)).toEqual(['failed']);
  });

  it('reports failed messages even if SQS rejects the change of visibility', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const event = sqsEvent(['failed'], 'Small-Work');
    const received = createSqsReceivedMessages(client, [urlOf('Work')]);
    expect(await invoke(received, event, ['0'])).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
    expect(warn).toHaveBeenCalledOnce();
  });

  it('makes no call without failed messages', async () => {
    const changeVisibility = vi.fn();
    await invoke({ changeVisibility }, sqsEvent(['handled'], 'Small-Work'), []);
    expect(changeVisibility).not.toHaveBeenCalled();
  });
});
