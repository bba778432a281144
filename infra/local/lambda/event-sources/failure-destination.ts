import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { StreamRecord } from './stream-record.ts';

/** Records that a mapping gave up. */
export interface DiscardedBatch {
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  readonly requestId: string;
  readonly functionArn: string;
  /** 0 when they were too old before they were ever handed over. */
  readonly invocations: number;
  readonly streamArn: string;
  readonly shardId: string;
  readonly records: readonly StreamRecord[];
}

/** Tells somebody of records that were given up. */
export type FailureDestination = (batch: DiscardedBatch) => Promise<void>;

const timeOf = (record: StreamRecord | undefined): string => new Date(record?.createdAt ?? 0).toISOString();

/**
 * Writes to a queue what Lambda writes there; the records themselves are not in it. See
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html#services-dynamodb-errors-destinations
 */
export const createFailureDestination = (client: SQSClient, queueUrl: string): FailureDestination => {
  return async ({ condition, requestId, functionArn, invocations, streamArn, shardId, records }) => {
    const document = {
      requestContext: { requestId, functionArn, condition, approximateInvokeCount: invocations },
      ...(invocations === 0
        ? {}
        : {
            responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
          }),
      version: '1.0',
      timestamp: new Date().toISOString(),
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: records.at(0)?.sequenceNumber,
        endSequenceNumber: records.at(-1)?.sequenceNumber,
        approximateArrivalOfFirstRecord: timeOf(records.at(0)),
        approximateArrivalOfLastRecord: timeOf(records.at(-1)),
        batchSize: records.length,
        streamArn,
      },
    };
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(document) }));
  };
};
