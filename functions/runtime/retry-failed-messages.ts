import type { MiddlewareObj } from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { ReceivedMessages } from '../../shared/webhooks/deliveries/received-messages.ts';
import { ANSWER_EARLY_MILLISECONDS } from '../http/early-answer.ts';

/** Ceiling of the first delay, in seconds. It doubles with each receive. */
const FIRST_CEILING = 3;
const HIGHEST_CEILING = 60;

/** Part of each ceiling that is random, which spreads messages that failed together. */
const JITTER = 1 / 3;

/**
 * The least time for the call to SQS. If it fails, messages wait for the visibility timeout of their queue.
 */
export const VISIBILITY_MILLISECONDS = 2_000;

/**
 * How long a failed message stays invisible, in whole seconds: up to 3 after the first receive, 40 to 60
 * from the sixth on.
 *
 * @param receives how often it was received, from 1
 * @param random from 0 up to but excluding 1
 */
export const retryDelay = (receives: number, random = Math.random()): number => {
  const ceiling = Math.min(HIGHEST_CEILING, FIRST_CEILING * 2 ** (receives - 1));
  return Math.ceil(ceiling * (1 - JITTER * random));
};

/**
 * Makes the failed messages of a batch visible again within seconds, instead of after the visibility timeout
 * of their queue. Never fails the invocation.
 */
export const retryFailedMessages = (
  messages: Pick<ReceivedMessages, 'changeVisibility'>,
): MiddlewareObj<SQSEvent, SQSBatchResponse> => ({
  async after({ event, response, context }) {
    const failedIds = new Set(response?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const failed = event.Records.filter(({ messageId }) => failedIds.has(messageId));
    const [first] = failed;
    if (first === undefined) return;
    const delays = failed.map(({ receiptHandle, attributes }) => ({
      receiptHandle,
      seconds: retryDelay(Number(attributes.ApproximateReceiveCount)),
    }));
    const milliseconds = context.getRemainingTimeInMillis() - ANSWER_EARLY_MILLISECONDS;
    try {
      const signal = AbortSignal.timeout(Math.max(0, milliseconds));
      // An invocation receives messages of one queue.
      await messages.changeVisibility(first.eventSourceARN, delays, signal);
    } catch (error) {
      console.warn({
        problem:
          'Could not change the visibility of failed messages: they return after the timeout of their queue.',
        error,
      });
    }
  },
});
