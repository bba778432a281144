import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { forEachConcurrently } from '../../shared/runtime/concurrency.ts';
import { ANSWER_EARLY_MILLISECONDS } from '../http/early-answer.ts';
import { VISIBILITY_MILLISECONDS } from './retry-failed-messages.ts';

/** Time reserved before the Lambda timeout, for making failed messages visible again. */
export const RETRY_EARLY_MILLISECONDS = ANSWER_EARLY_MILLISECONDS + VISIBILITY_MILLISECONDS;

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
 *
 * @param limit messages at a time. Default: all
 */
export const handleMessages = async <T>(
  { Records: records }: SQSEvent,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
  handle: (record: SQSRecord) => Promise<T>,
  limit = records.length,
): Promise<HandledMessages<T>> => {
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  let isOutOfTime = false;
  const timer = setTimeout(() => {
    isOutOfTime = true;
    reject(new Error('The function ran out of time; SQS will retry the message.'));
  }, getRemainingTimeInMillis() - RETRY_EARLY_MILLISECONDS);
  const results: PromiseSettledResult<T>[] = [];
  await forEachConcurrently([...records.entries()], limit, async ([index, record]) => {
    const handled = isOutOfTime ? timedOut : Promise.race([handle(record), timedOut]);
    [results[index]] = await Promise.allSettled([handled]);
  });
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
