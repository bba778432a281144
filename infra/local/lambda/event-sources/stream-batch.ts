import { randomUUID } from 'node:crypto';
import { createRetryDelay } from '../../process/retry-delay.ts';
import { failedIdsOf } from './batch-response.ts';
import type { StreamMapping } from './mapping-definition.ts';
import type { PollerContext } from './poller.ts';
import type { StreamRecord } from './stream-reader.ts';

export interface Batch {
  readonly shardId: string;
  /** In order, and only those that pass the mapping's filters. */
  readonly records: readonly StreamRecord[];
  readonly isLate: boolean;
  /** Called when everything up to this record is processed. */
  readonly onDone: (last: StreamRecord | undefined) => Promise<void>;
}

const toJson = (records: readonly StreamRecord[], shardId: string | undefined): string =>
  JSON.stringify({ Records: records.map(({ event }) => event), shardId });

/**
 * Makes a function that hands records to the mapping's function until each is processed or given up. It
 * retries as https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html describes, and
 * returns early when the signal is aborted.
 */
export const createBatchHandler = (
  mapping: StreamMapping,
  { invoke, sqs, onError, signal }: PollerContext,
) => {
  const { logicalId, functionArn, sourceArn: streamArn } = mapping;

  /**
   * Reports to the failure queue in Lambda's format, which does not include the records themselves. See
   * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html#services-dynamodb-errors-destinations
   */
  const giveUp = async ({ shardId, records, onDone }: Batch, requestId: string, invocations: number) => {
    const [first, last] = [records.at(0), records.at(-1)];
    onError(
      new Error(
        `${logicalId} gave up ${records.length} records from ${first?.sequenceNumber} on: too many retries.`,
      ),
    );
    const document = {
      requestContext: {
        requestId,
        functionArn,
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: invocations,
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      version: '1.0',
      timestamp: new Date().toISOString(),
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: first?.sequenceNumber,
        endSequenceNumber: last?.sequenceNumber,
        approximateArrivalOfFirstRecord: first?.createdAt.toISOString(),
        approximateArrivalOfLastRecord: last?.createdAt.toISOString(),
        batchSize: records.length,
        streamArn,
      },
    };
    const MessageBody = JSON.stringify(document);
    await sqs.send({ QueueUrl: mapping.failureQueueUrl, MessageBody });
    await onDone(last);
  };

  const handle = async ({ records, ...batch }: Batch): Promise<void> => {
    const delay = createRetryDelay();
    let left = records;
    let failures = 0;
    while (left.length > 0 && !signal.aborted) {
      const requestId = randomUUID();
      const ids = left.map(({ sequenceNumber }) => sequenceNumber);
      const event = toJson(left, mapping.namesShard ? batch.shardId : undefined);
      const failedIds = failedIdsOf(await invoke(functionArn, requestId, event, batch.isLate), ids);
      // Stopping the runner may be why the function failed.
      if (failedIds === undefined && signal.aborted) return;
      if (failedIds === undefined && left.length > 1) {
        const middle = Math.ceil(left.length / 2);
        await handle({ ...batch, records: left.slice(0, middle) });
        return handle({ ...batch, records: left.slice(middle) });
      }
      const firstFailed = failedIds === undefined ? 0 : ids.findIndex((id) => failedIds.has(id));
      const done = firstFailed === -1 ? left.length : firstFailed;
      if (done > 0) await batch.onDone(left[done - 1]);
      left = left.slice(done);
      if (left.length === 0) return;
      // Progress resets the count: the record that is first now has failed once.
      failures = done === 0 ? failures + 1 : 1;
      if (failures > mapping.maximumRetryAttempts)
        return giveUp({ ...batch, records: left }, requestId, failures);
      await delay.wait(signal);
    }
  };
  return handle;
};
