import { randomUUID } from 'node:crypto';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { createRetryDelay } from '../../process/retry-delay.ts';
import { messageOf } from '../../process/start-error.ts';
import type { FunctionPool } from '../function-pool.ts';
import { readBatchOutcome } from './batch-response.ts';
import type { QueueMapping } from './mapping-definition.ts';
import { drain, type OnError, type Poller } from './poller.ts';
import { groupOf, processedMessages, toQueueRecord } from './queue-record.ts';

export interface QueuePollerDependencies {
  readonly mapping: QueueMapping;
  readonly queueUrl: string;
  /** Concurrent invocations. */
  readonly concurrency: number;
  readonly client: SQSClient;
  readonly target: Pick<FunctionPool, 'invoke'>;
  readonly onError: OnError;
}

/** The longest wait of a receive call. */
const WAIT_SECONDS = 20;

/** Polls a queue for a function, as an event source mapping does. */
export const startQueuePoller = (dependencies: QueuePollerDependencies): Poller => {
  const { mapping, queueUrl: QueueUrl, concurrency, client, target, onError } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const deliveries = new Set<Promise<void>>();
  const busyGroups = new Set<string | undefined>();

  const receive = async (): Promise<readonly Message[]> => {
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: mapping.batchSize,
      WaitTimeSeconds: WAIT_SECONDS,
      MessageSystemAttributeNames: ['All'],
    });
    return (await client.send(command, { abortSignal: signal })).Messages ?? [];
  };

  const remove = async (messages: readonly Message[]): Promise<void> => {
    if (messages.length === 0) return;
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    const { Failed: [failure] = [] } = await client.send(
      new DeleteMessageBatchCommand({ QueueUrl, Entries }),
    );
    if (failure !== undefined) throw new Error(failure.Message ?? failure.Code);
  };

  const deliver = async (messages: readonly Message[]): Promise<void> => {
    const groups = new Set(messages.map(groupOf));
    for (const group of groups) busyGroups.add(group);
    const Records = messages.map((message) => toQueueRecord(message, mapping.sourceArn));
    const result = await target.invoke(randomUUID(), JSON.stringify({ Records }));
    // Before the messages are deleted, since SQS then returns the next ones of their groups.
    for (const group of groups) busyGroups.delete(group);
    const outcome = readBatchOutcome(result, new Set(messages.map(({ MessageId = '' }) => MessageId)));
    // Failed messages return after their visibility timeout.
    if (outcome !== 'failed') await remove(processedMessages(messages, outcome.failedIds, mapping.isFifo));
  };

  /** SQS holds back a group while one of its messages is in flight, but only for the visibility timeout. */
  const isFree = (message: Message): boolean => !mapping.isFifo || !busyGroups.has(groupOf(message));

  const start = (received: readonly Message[]): void => {
    const messages = received.filter(isFree);
    if (messages.length === 0) return;
    const delivery = deliver(messages)
      .catch((error: unknown) =>
        onError(new Error(`Cannot delete messages of ${mapping.sourceArn}: ${messageOf(error)}.`)),
      )
      .finally(() => deliveries.delete(delivery));
    deliveries.add(delivery);
  };

  const run = async (): Promise<void> => {
    const delay = createRetryDelay();
    while (!signal.aborted) {
      try {
        start(await receive());
        delay.reset();
      } catch (error) {
        if (signal.aborted) return;
        if (delay.failures === 0)
          onError(new Error(`Cannot read ${mapping.sourceArn}: ${messageOf(error)}.`));
        await delay.wait(signal);
      }
      if (deliveries.size >= concurrency) await Promise.race(deliveries);
    }
  };
  const running = run();

  return {
    async stop() {
      stopping.abort();
      await drain([running, ...deliveries]);
    },
  };
};
