import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { ANSWER_EARLY_MILLISECONDS } from './early-answer.ts';

/** What became of the messages of a batch. */
export interface HandledMessages<T> {
  readonly values: readonly T[];
  readonly errors: readonly unknown[];
  /**
   * Names the messages that come again
   * (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html).
   */
  readonly response: SQSBatchResponse;
}

/**
 * Handles the messages of a batch, all at once. Each one that fails comes again, and so does one that is not
 * done when the time is over: a function that runs into its time limit would have the others come again as
 * well.
 */
export const handleMessages = async <T>(
  { Records: records }: SQSEvent,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
  handle: (record: SQSRecord) => Promise<T>,
): Promise<HandledMessages<T>> => {
  const { promise: timeOver, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error('The function ran out of time.')),
    getRemainingTimeInMillis() - ANSWER_EARLY_MILLISECONDS,
  );
  const results = await Promise.allSettled(records.map((record) => Promise.race([handle(record), timeOver])));
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
