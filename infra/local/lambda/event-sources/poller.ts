import { createRetryDelay } from '../../process/retry-delay.ts';
import { messageOf } from '../../process/start-error.ts';
import type { QueueCalls } from '../../sqs/queue-client.ts';
import type { Invoke } from '../invocation.ts';

/** What polling every event source takes. */
export interface PollerContext {
  readonly invoke: Invoke;
  readonly sqs: QueueCalls;
  readonly onError: (error: Error) => void;
  /** Ends the polling. */
  readonly signal: AbortSignal;
}

/**
 * Repeats a step until the signal is aborted. Waits longer after each consecutive failure, and reports the
 * first.
 *
 * @param problem what a failure means, for the report
 */
export const repeat = async (
  step: () => Promise<void>,
  problem: string,
  { onError, signal }: Pick<PollerContext, 'onError' | 'signal'>,
): Promise<void> => {
  const delay = createRetryDelay();
  while (!signal.aborted) {
    try {
      await step();
      delay.reset();
    } catch (error) {
      if (signal.aborted) return;
      if (delay.failures === 0) onError(new Error(`${problem}: ${messageOf(error)}.`));
      await delay.wait(signal);
    }
  }
};
