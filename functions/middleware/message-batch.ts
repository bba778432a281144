import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { ANSWER_EARLY_MILLISECONDS } from './early-answer.ts';

/** The results of a batch. */
export interface HandledMessages<T> {
  readonly values: readonly T[];
  readonly errors: readonly unknown[];
  /**
   * Lists the messages to retry
   * (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html).
   */
  readonly response: SQSBatchResponse;
}

/**
 * Handles the messages of a batch concurrently. SQS retries each message that fails or is still running
 * shortly before the timeout; if the function timed out, SQS would retry the whole batch.
 */
export const handleMessages = async <T>(
  { Records: records }: SQSEvent,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
  handle: (record: SQSRecord) => Promise<T>,
): Promise<HandledMessages<T>> => {
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error('The function ran out of time; SQS will retry the message.')),
    getRemainingTimeInMillis() - ANSWER_EARLY_MILLISECONDS,
  );
  const results = await Promise.allSettled(records.map((record) => Promise.race([handle(record), timedOut])));
  clearTimeout(timer);
  return {
    values: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    errors: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
    response: {
      batchItemFailures: records.flatMap(({ messageId }, index) =>
        results[index]?.status === 'rejected' ? [{ itemIdentifier: messageId }] : [],
      ),
    },
  };
};
