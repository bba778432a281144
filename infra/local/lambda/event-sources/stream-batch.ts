import { randomUUID } from 'node:crypto';
import { createRetryDelay } from '../../process/retry-delay.ts';
import { messageOf } from '../../process/start-error.ts';
import type { FunctionPool } from '../function-pool.ts';
import { readBatchOutcome } from './batch-response.ts';
import type { DiscardedBatch, FailureDestination } from './failure-destination.ts';
import type { StreamMapping } from './mapping-definition.ts';
import type { OnError } from './poller.ts';
import type { StreamRecord } from './stream-record.ts';

export interface BatchDependencies {
  readonly mapping: StreamMapping;
  readonly target: Pick<FunctionPool, 'invoke'>;
  /** Of records that are given up; without one they are only reported. */
  readonly failureDestination: FailureDestination | undefined;
  readonly onError: OnError;
  readonly signal: AbortSignal;
}

export interface Batch {
  readonly shardId: string;
  /** In order, and only those that are for the function. */
  readonly records: readonly StreamRecord[];
  /** Everything up to this sequence number is done with. */
  readonly onDone: (sequenceNumber: string) => void;
}

/** Hands records to the function until each is done with: taken, or given up. Returns early when it has to stop. */
export type HandleBatch = (batch: Batch) => Promise<void>;

/** Delivers batches of a stream as https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html says. */
export const createBatchHandler = (dependencies: BatchDependencies): HandleBatch => {
  const { mapping, target, failureDestination, onError, signal } = dependencies;

  const report = async (batch: DiscardedBatch): Promise<void> => {
    const { records, condition } = batch;
    onError(
      new Error(
        `${mapping.logicalId} gave up ${records.length} records from ${records[0]?.sequenceNumber} on: ${condition}.`,
      ),
    );
    const delay = createRetryDelay();
    while (failureDestination !== undefined && !signal.aborted) {
      try {
        return await failureDestination(batch);
      } catch (error) {
        if (delay.failures === 0) {
          onError(new Error(`${mapping.failureQueueArn} cannot be written: ${messageOf(error)}.`));
        }
        await delay.wait(signal);
      }
    }
  };

  /** `true` once the records are reported, and thereby done with. */
  const giveUp = async (
    { shardId, records, onDone }: Batch,
    details: Pick<DiscardedBatch, 'condition' | 'requestId' | 'invocations'>,
  ): Promise<void> => {
    const { functionArn, sourceArn: streamArn } = mapping;
    await report({ ...details, functionArn, streamArn, shardId, records });
    const last = records.at(-1);
    if (!signal.aborted && last !== undefined) onDone(last.sequenceNumber);
  };

  /** How many of the records are done with; `undefined` when the function failed as a whole. */
  const invoke = async (requestId: string, records: readonly StreamRecord[]): Promise<number | undefined> => {
    const event = JSON.stringify({ Records: records.map((record) => record.event) });
    const ids = new Set(records.map(({ sequenceNumber }) => sequenceNumber));
    const outcome = readBatchOutcome(await target.invoke(requestId, event), ids, mapping.reportsItemFailures);
    if (outcome === 'failed') return undefined;
    const failed = records.findIndex(({ sequenceNumber }) => outcome.failedIds.has(sequenceNumber));
    return failed === -1 ? records.length : failed;
  };

  const isTooOld = ({ createdAt }: StreamRecord): boolean =>
    mapping.maximumRecordAgeSeconds !== -1 && Date.now() - createdAt > mapping.maximumRecordAgeSeconds * 1000;

  const handle: HandleBatch = async (batch) => {
    const delay = createRetryDelay();
    let { records } = batch;
    let requestId = randomUUID();
    let failures = 0;
    while (records.length > 0 && !signal.aborted) {
      const fresh = records.findIndex((record) => !isTooOld(record));
      const tooOld = fresh === -1 ? records : records.slice(0, fresh);
      if (tooOld.length > 0) {
        const details = { condition: 'RecordAgeExceeded', requestId, invocations: failures } as const;
        await giveUp({ ...batch, records: tooOld }, details);
        records = records.slice(tooOld.length);
        continue;
      }
      requestId = randomUUID();
      const done = await invoke(requestId, records);
      const last = records[(done ?? 0) - 1];
      if (last !== undefined) batch.onDone(last.sequenceNumber);
      if (done === records.length) return;
      // The runner stops, which may be why the function failed.
      if (signal.aborted) return;
      if (done === undefined && mapping.bisects && records.length > 1) {
        const middle = Math.ceil(records.length / 2);
        await handle({ ...batch, records: records.slice(0, middle) });
        return handle({ ...batch, records: records.slice(middle) });
      }
      records = records.slice(done ?? 0);
      // The record that is first now has failed once, whatever those before it did.
      failures = done === undefined || done === 0 ? failures + 1 : 1;
      if (mapping.maximumRetryAttempts !== -1 && failures > mapping.maximumRetryAttempts) {
        const details = { condition: 'RetryAttemptsExhausted', requestId, invocations: failures } as const;
        return giveUp({ ...batch, records }, details);
      }
      await delay.wait(signal);
    }
  };
  return handle;
};
