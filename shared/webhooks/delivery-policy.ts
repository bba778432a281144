import type { AttemptOutcome } from './attempt-outcome.ts';
import { type FailedAttempt, nextAttemptDelay } from './retry-schedule.ts';

export interface Attempted extends Pick<FailedAttempt, 'attempt' | 'schedule' | 'random'> {
  readonly outcome: Pick<AttemptOutcome, 'isSuccess' | 'status' | 'retryAfterSeconds'>;
  readonly endpoint: {
    /** When the first attempt failed after which none succeeded, as a timestamp; null while all is well. */
    readonly failingSince: string | null;
  };
  /** The time to judge at, as a timestamp. */
  readonly now: string;
}

/** What becomes of the delivery. One that failed stays listed and can be replayed. */
export type DeliveryState =
  | { readonly state: 'succeeded' }
  | { readonly state: 'retry'; readonly delaySeconds: number }
  | { readonly state: 'failed' };

/** What becomes of the endpoint. The last two disable it: it said that it is gone, or failed for days. */
export type EndpointState = 'healthy' | 'failing' | 'disable-gone' | 'disable-failing';

export interface Decision {
  readonly delivery: DeliveryState;
  readonly endpoint: EndpointState;
}

const GONE = 410;

/** How long an endpoint may go without a success. */
const MAX_FAILING_MILLISECONDS = 5 * 86_400_000;

const isFailingTooLong = ({ endpoint: { failingSince }, now }: Attempted): boolean =>
  failingSince !== null && Date.parse(now) - Date.parse(failingSince) >= MAX_FAILING_MILLISECONDS;

/** What an attempt means for its delivery and its endpoint. Every kind of failure is retried, but for 410. */
export const decideAfterAttempt = (attempted: Attempted): Decision => {
  const { outcome, ...failure } = attempted;
  if (outcome.isSuccess) return { delivery: { state: 'succeeded' }, endpoint: 'healthy' };
  if (outcome.status === GONE) return { delivery: { state: 'failed' }, endpoint: 'disable-gone' };
  if (isFailingTooLong(attempted)) return { delivery: { state: 'failed' }, endpoint: 'disable-failing' };
  const delaySeconds = nextAttemptDelay({ ...failure, retryAfterSeconds: outcome.retryAfterSeconds });
  return {
    delivery: delaySeconds === undefined ? { state: 'failed' } : { state: 'retry', delaySeconds },
    endpoint: 'failing',
  };
};
