import type { Attempt } from '../../contract/webhook-views.ts';
import type { Table } from '../../table/table.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { MAX_DELAY_SECONDS, requeueTimeOf, secondsAfter } from '../deliveries/delivery-queue.ts';
import { deliveryUpdate, recordAttempt, withAttempt } from '../deliveries/delivery-repository.ts';
import type { EndpointHealth } from '../endpoints/endpoint-health.ts';
import { type FailedAttempt, nextAttemptDelay } from './retry-schedule.ts';
import type { AttemptOutcome } from './send-delivery.ts';

/** The next state of a delivery. A failed one stays listed and can be replayed. */
export type Settlement =
  | { readonly state: 'succeeded' }
  | { readonly state: 'failed' | 'missed'; readonly reason: string | null }
  | { readonly state: 'pending'; readonly delaySeconds: number };

export interface Attempted extends Pick<FailedAttempt, 'attempt' | 'schedule' | 'random'> {
  readonly outcome: Pick<AttemptOutcome, 'isSuccess' | 'status' | 'retryAfterSeconds'>;
  readonly endpoint: {
    /**
     * The time of the first failed attempt since the last success, as a timestamp; null while it is healthy.
     */
    readonly failingSince: string | null;
  };
  /** The current time, as a timestamp. */
  readonly now: string;
}

export interface Decision {
  readonly delivery: Settlement;
  readonly endpoint: EndpointHealth;
}

const GONE = 410;
const MAX_FAILING_MILLISECONDS = 5 * 86_400_000;
const FAILED: Settlement = { state: 'failed', reason: null };

const isFailingTooLong = ({ endpoint: { failingSince }, now }: Attempted): boolean =>
  failingSince !== null && Date.parse(now) - Date.parse(failingSince) >= MAX_FAILING_MILLISECONDS;

/** Decides the next state of the delivery and the endpoint. Every failure is retried except 410. */
export const decideAfterAttempt = (attempted: Attempted): Decision => {
  const { outcome, ...failure } = attempted;
  if (outcome.isSuccess) return { delivery: { state: 'succeeded' }, endpoint: 'healthy' };
  if (outcome.status === GONE) return { delivery: FAILED, endpoint: 'disable-gone' };
  if (isFailingTooLong(attempted)) return { delivery: FAILED, endpoint: 'disable-failing' };
  const delaySeconds = nextAttemptDelay({ ...failure, retryAfterSeconds: outcome.retryAfterSeconds });
  return {
    delivery: delaySeconds === undefined ? FAILED : { state: 'pending', delaySeconds },
    endpoint: 'failing',
  };
};

/** Whether the queue can delay the next attempt. `requeue-deliveries` queues it after a longer delay. */
export const isQueueable = (
  settlement: Settlement,
): settlement is Extract<Settlement, { state: 'pending' }> =>
  settlement.state === 'pending' && settlement.delaySeconds <= MAX_DELAY_SECONDS;

/**
 * Stores the next state of a delivery, and the attempt if one was made. If a replay started the next series
 * since the delivery was read, only the attempt is recorded.
 *
 * @param delivery as it was read before the attempt
 * @param now the time of writing, as a timestamp
 * @returns the stored delivery, or `undefined` if its state was not changed
 */
export const settleDelivery = async (
  store: Table,
  delivery: Delivery,
  settlement: Settlement,
  attempt: Attempt | undefined,
  now: string,
): Promise<Delivery | undefined> => {
  const attempted =
    attempt === undefined
      ? delivery
      : { ...withAttempt(delivery, attempt), seriesAttempts: delivery.seriesAttempts + 1 };
  const nextAttemptAt = settlement.state === 'pending' ? secondsAfter(now, settlement.delaySeconds) : null;
  const after = {
    ...attempted,
    state: settlement.state,
    reason: 'reason' in settlement ? settlement.reason : null,
    nextAttemptAt,
  };
  const requeueAt =
    nextAttemptAt !== null && isQueueable(settlement) ? requeueTimeOf(nextAttemptAt) : nextAttemptAt;
  const update = deliveryUpdate(delivery, after, requeueAt, now);
  if ((await store.writer.update(update)) !== undefined) return after;
  if (attempt !== undefined) await recordAttempt(store, delivery, attempt);
  return undefined;
};
