import { isDeepStrictEqual } from 'node:util';
import type { Attempt } from '../../contract/webhooks/webhook-views.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import type { Table } from '../../table/table.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { secondsAfter } from '../deliveries/delivery-queue.ts';
import { changeDelivery, readDelivery, recordAttempt } from '../deliveries/delivery-repository.ts';
import { eraseIfMarked } from '../deliveries/erase-delivery.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import type { EndpointHealth } from '../endpoints/endpoint-health.ts';
import { nextAttemptDelay } from './retry-schedule.ts';
import type { AttemptOutcome } from './send-delivery.ts';

/** The next state of a delivery after an attempt. A failed one stays listed and can be replayed. */
export type Settlement =
  | { readonly state: 'succeeded' | 'failed'; readonly delaySeconds?: never }
  | { readonly state: 'pending'; readonly delaySeconds: number };

export interface Decision {
  readonly delivery: Settlement;
  readonly endpoint: EndpointHealth;
}

/** A response that takes longer makes an endpoint slow, and a shorter one than the second ends that. */
const SLOW_MILLISECONDS = { from: 5_000, until: 2_500 } as const;

const healthOf = (
  durationMilliseconds: number,
  { slowSince }: Pick<WebhookEndpoint, 'slowSince'>,
): 'healthy' | 'slow' => {
  const limit = slowSince === null ? SLOW_MILLISECONDS.from : SLOW_MILLISECONDS.until;
  return durationMilliseconds > limit ? 'slow' : 'healthy';
};

const GONE = 410;
const MAX_FAILING_MILLISECONDS = 5 * MILLISECONDS_PER_DAY;
const FAILED: Settlement = { state: 'failed' };

/**
 * Decides the next state of the delivery and the endpoint. Every failure is retried except 410.
 *
 * @param attempt the number of the attempt, from 1
 * @param now the current time, as a timestamp
 */
export const decideAfterAttempt = (
  {
    status,
    error,
    retryAfterSeconds,
    durationMilliseconds,
  }: Pick<AttemptOutcome, 'status' | 'error' | 'retryAfterSeconds' | 'durationMilliseconds'>,
  attempt: number,
  schedule: readonly number[],
  endpoint: Pick<WebhookEndpoint, 'failingSince' | 'slowSince'>,
  now: string,
): Decision => {
  const { failingSince } = endpoint;
  if (error === null) {
    return { delivery: { state: 'succeeded' }, endpoint: healthOf(durationMilliseconds, endpoint) };
  }
  if (status === GONE) return { delivery: FAILED, endpoint: { disabledReason: 'gone' } };
  if (failingSince !== null && Date.parse(now) - Date.parse(failingSince) >= MAX_FAILING_MILLISECONDS) {
    return { delivery: FAILED, endpoint: { disabledReason: 'failing' } };
  }
  const delaySeconds = nextAttemptDelay(schedule, attempt, retryAfterSeconds);
  return {
    delivery: delaySeconds === undefined ? FAILED : { state: 'pending', delaySeconds },
    endpoint: 'failing',
  };
};

/**
 * The health that a finished delivery shows of its endpoint, if it may not have been recorded: `undefined` if
 * the endpoint changed after the last attempt.
 */
export const healthAfterDelivery = (
  { state, attempts }: Pick<Delivery, 'state' | 'attempts'>,
  {
    disabledReason,
    failingSince,
    updatedAt,
  }: Pick<WebhookEndpoint, 'disabledReason' | 'failingSince' | 'updatedAt'>,
): EndpointHealth | undefined => {
  const last = attempts.at(-1);
  if (last === undefined || disabledReason !== null) return undefined;
  if (state === 'succeeded' && failingSince !== null && failingSince <= last.at) return 'healthy';
  if (state === 'failed' && last.status === GONE && updatedAt <= last.at) return { disabledReason: 'gone' };
  return undefined;
};

/**
 * Stores an attempt and the next state of its delivery. If a replay started the next series since the
 * delivery was read, an erasure cancelled it, or another message of a new delivery came first, only the
 * attempt is recorded, without the response.
 *
 * If DynamoDB's response to the write is lost, the SDK's retry fails as if another attempt had been stored.
 * Then the delivery is read again, so that its next attempt is queued, and none is recorded twice.
 *
 * @param delivery as it was read before the attempt
 * @param now the time of writing, as a timestamp
 * @returns the stored delivery, or `undefined` if its state was not changed, or its event is being erased
 */
export const settleDelivery = async (
  store: Table,
  delivery: Delivery,
  { state, delaySeconds }: Settlement,
  attempt: Attempt,
  now: string,
): Promise<Delivery | undefined> => {
  const nextAttemptAt = delaySeconds === undefined ? null : secondsAfter(now, delaySeconds);
  const settled = await changeDelivery(
    store,
    delivery,
    {
      state,
      reason: null,
      nextAttemptAt,
      attempts: [...delivery.attempts, attempt],
      attemptCount: delivery.attemptCount + 1,
      seriesAttempts: delivery.seriesAttempts + 1,
    },
    now,
  );
  if (settled !== undefined) return (await eraseIfMarked(store, settled)) ? undefined : settled;
  const stored = await readDelivery(store, delivery.organizationId, delivery.id);
  if (stored?.attempts.some((each) => isDeepStrictEqual(each, attempt))) {
    if (await eraseIfMarked(store, stored)) return undefined;
    // A replay may have started since.
    return stored.nextAttemptAt === nextAttemptAt ? stored : undefined;
  }
  // The response may repeat data of a person who was erased, even between the read and this write.
  await recordAttempt(store, delivery, { ...attempt, responseBody: null });
  return undefined;
};
