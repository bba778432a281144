import { randomUUID } from 'node:crypto';
import { createRetryDelay } from '../../process/retry-delay.ts';
import { messageOf } from '../../process/start-error.ts';
import type { FunctionPool } from '../function-pool.ts';
import { readBatchOutcome } from './batch-response.ts';
import type { FailureDestination } from './failure-destination.ts';
import type { StreamMapping } from './mapping-definition.ts';
import type { OnError } from './poller.ts';
import type { StreamRecord } from './stream-reader.ts';

export interface BatchDependencies {
  readonly mapping: StreamMapping;
  readonly target: Pick<FunctionPool, 'invoke'>;
  readonly failureDestination: FailureDestination;
  readonly onError: OnError;
  readonly signal: AbortSignal;
}

export interface Batch {
  readonly shardId: string;
  /** In order, and only those that pass the mapping's filters. */
  readonly records: readonly StreamRecord[];
  /** Called when everything up to this sequence number is processed. */
  readonly onDone: (sequenceNumber: string) => void;
}

/** Hands records to the function until each is processed or given up. Returns early when the poller stops. */
export type HandleBatch = (batch: Batch) => Promise<void>;

/** Retries as https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html describes. */
export const createBatchHandler = (dependencies: BatchDependencies): HandleBatch => {
  const { mapping, target, failureDestination, onError, signal } = dependencies;

  const giveUp = async (
    { shardId, records, onDone }: Batch,
    requestId: string,
    invocations: number,
  ): Promise<void> => {
    const { logicalId, functionArn, sourceArn: streamArn } = mapping;
    const from = records[0]?.sequenceNumber;
    onError(new Error(`${logicalId} gave up ${records.length} records from ${from} on: too many retries.`));
    const delay = createRetryDelay();
    while (!signal.aborted) {
      try {
        await failureDestination({ requestId, functionArn, invocations, streamArn, shardId, records });
        onDone(records.at(-1)?.sequenceNumber ?? '');
        return;
      } catch (error) {
        if (delay.failures === 0) {
          onError(new Error(`Cannot send to ${mapping.failureQueueArn}: ${messageOf(error)}.`));
        }
        await delay.wait(signal);
      }
    }
  };

  /** How many of the records are processed; `undefined` when the function failed as a whole. */
  const invoke = async (requestId: string, records: readonly StreamRecord[]): Promise<number | undefined> => {
    const event = JSON.stringify({ Records: records.map((record) => record.event) });
    const ids = new Set(records.map(({ sequenceNumber }) => sequenceNumber));
    const outcome = readBatchOutcome(await target.invoke(requestId, event), ids);
    if (outcome === 'failed') return undefined;
    const failed = records.findIndex(({ sequenceNumber }) => outcome.failedIds.has(sequenceNumber));
    return failed === -1 ? records.length : failed;
  };

  const handle: HandleBatch = async (batch) => {
    const delay = createRetryDelay();
    let { records } = batch;
    let failures = 0;
    while (records.length > 0 && !signal.aborted) {
      const requestId = randomUUID();
      const done = await invoke(requestId, records);
      const last = records[(done ?? 0) - 1];
      if (last !== undefined) batch.onDone(last.sequenceNumber);
      if (done === records.length) return;
      // Stopping the runner may be why the function failed.
      if (signal.aborted) return;
      if (done === undefined && records.length > 1) {
        const middle = Math.ceil(records.length / 2);
        await handle({ ...batch, records: records.slice(0, middle) });
        return handle({ ...batch, records: records.slice(middle) });
      }
      records = records.slice(done ?? 0);
      // Progress resets the count: the record that is first now has failed once.
      failures = done === undefined || done === 0 ? failures + 1 : 1;
      if (failures > mapping.maximumRetryAttempts) return giveUp({ ...batch, records }, requestId, failures);
      await delay.wait(signal);
    }
  };
  return handle;
};
