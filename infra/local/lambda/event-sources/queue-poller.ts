import { randomUUID } from 'node:crypto';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { createRetryDelay } from '../../process/retry-delay.ts';
import { messageOf } from '../../process/start-error.ts';
import type { FunctionPool } from '../function-pool.ts';
import type { InvocationResult } from '../invocation.ts';
import { readBatchOutcome } from './batch-response.ts';
import { doneWith, groupOf } from './done-records.ts';
import { drain } from './drain.ts';
import type { QueueMapping } from './mapping-definition.ts';
import type { OnError, Poller } from './poller.ts';
import { filteredForm, toQueueRecord } from './queue-record.ts';

export interface QueuePollerDependencies {
  readonly mapping: QueueMapping;
  readonly queueUrl: string;
  /** Invocations at once. */
  readonly concurrency: number;
  readonly client: SQSClient;
  readonly target: Pick<FunctionPool, 'invoke'>;
  readonly onError: OnError;
}

/** Most messages of one receive or delete call. */
const CALL_SIZE = 10;
/** The longest that SQS lets a receive call wait. */
const WAIT_SECONDS = 20;

/** Polls a queue for a function, as an event source mapping does. */
export const startQueuePoller = (dependencies: QueuePollerDependencies): Poller => {
  const { mapping, queueUrl: QueueUrl, concurrency, client, target, onError } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const deliveries = new Set<Promise<void>>();
  const busyGroups = new Set<string | undefined>();

  const receive = async (limit: number, seconds: number): Promise<readonly Message[]> => {
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: Math.min(CALL_SIZE, limit),
      WaitTimeSeconds: seconds,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    return (await client.send(command, { abortSignal: signal })).Messages ?? [];
  };

  /** Waits for a first message and hands it on at once, unless the mapping has a window to gather more. */
  const receiveBatch = async (): Promise<readonly Message[]> => {
    const batch = [...(await receive(mapping.batchSize, WAIT_SECONDS))];
    const end = performance.now() + mapping.batchingWindowMilliseconds;
    while (batch.length > 0 && batch.length < mapping.batchSize && !signal.aborted) {
      const seconds = Math.min(WAIT_SECONDS, Math.ceil((end - performance.now()) / 1000));
      if (seconds <= 0) break;
      batch.push(...(await receive(mapping.batchSize - batch.length, seconds)));
    }
    return batch;
  };

  const remove = async (records: readonly SQSRecord[]): Promise<void> => {
    for (let start = 0; start < records.length; start += CALL_SIZE) {
      const Entries = records
        .slice(start, start + CALL_SIZE)
        .map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
      const { Failed = [] } = await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
      const [failure] = Failed;
      if (failure !== undefined) throw new Error(failure.Message ?? failure.Code);
    }
  };

  const invoke = async (records: readonly SQSRecord[]): Promise<InvocationResult> => {
    if (records.length === 0) return { payload: 'null' };
    const groups = new Set(records.map(groupOf));
    for (const group of groups) busyGroups.add(group);
    const result = await target.invoke(randomUUID(), JSON.stringify({ Records: records }));
    // Before their messages are deleted, which is when SQS gives out the next of their groups.
    for (const group of groups) busyGroups.delete(group);
    return result;
  };

  const deliver = async (records: readonly SQSRecord[]): Promise<void> => {
    const passes = (record: SQSRecord): boolean =>
      mapping.filters.length === 0 || mapping.filters.some((matches) => matches(filteredForm(record)));
    const passing = records.filter(passes);
    const ids = new Set(passing.map(({ messageId }) => messageId));
    const outcome = readBatchOutcome(await invoke(passing), ids, mapping.reportsItemFailures);
    // What failed comes back when its visibility timeout ends. What no filter lets pass is done with.
    await remove(
      outcome === 'failed'
        ? records.filter((record) => !passes(record))
        : doneWith(records, outcome.failedIds, mapping.isFifo),
    );
  };

  /** SQS holds back a group while some of it is in flight, but not beyond the visibility timeout. */
  const isFree = (record: SQSRecord): boolean => !mapping.isFifo || !busyGroups.has(groupOf(record));

  const start = (messages: readonly Message[]): void => {
    const records = messages.map((message) => toQueueRecord(message, mapping.sourceArn)).filter(isFree);
    if (records.length === 0) return;
    const delivery = deliver(records)
      .catch((error: unknown) =>
        onError(new Error(`Messages of ${mapping.sourceArn} were not deleted: ${messageOf(error)}.`)),
      )
      .finally(() => deliveries.delete(delivery));
    deliveries.add(delivery);
  };

  const run = async (): Promise<void> => {
    const delay = createRetryDelay();
    while (!signal.aborted) {
      try {
        start(await receiveBatch());
        delay.reset();
      } catch (error) {
        if (signal.aborted) return;
        if (delay.failures === 0) {
          onError(new Error(`${mapping.sourceArn} cannot be read: ${messageOf(error)}.`));
        }
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
