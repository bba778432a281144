import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { StreamRecord } from './stream-reader.ts';

/** Records that a mapping gave up. */
export interface DiscardedBatch {
  readonly requestId: string;
  readonly functionArn: string;
  readonly invocations: number;
  readonly streamArn: string;
  readonly shardId: string;
  readonly records: readonly StreamRecord[];
}

/** Reports records that were given up. */
export type FailureDestination = (batch: DiscardedBatch) => Promise<void>;

/**
 * Reports to a queue in Lambda's format, which does not include the records themselves. See
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html#services-dynamodb-errors-destinations
 */
export const createFailureDestination =
  (client: SQSClient, QueueUrl: string): FailureDestination =>
  async ({ requestId, functionArn, invocations, streamArn, shardId, records }) => {
    const [first, last] = [records.at(0), records.at(-1)];
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
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(document) }));
  };
