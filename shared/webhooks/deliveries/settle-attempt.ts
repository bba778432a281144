import type { Attempt } from '../../contract/webhook-views.ts';
import type { Table } from '../../table/table.ts';
import { webhookDeliveryKey } from '../../table/webhook-keys.ts';
import { type Delivery, KEPT_ATTEMPTS } from './delivery.ts';
import { changesOf } from './delivery-changes.ts';
import { deliveryFromItem } from './delivery-mapper.ts';

const withAttempt = (delivery: Delivery, attempt: Attempt): Delivery => ({
  ...delivery,
  attemptCount: delivery.attemptCount + 1,
  attempts: [...delivery.attempts, attempt].slice(-KEPT_ATTEMPTS),
});

/** How a delivery goes on. */
export type Settlement =
  | { readonly state: 'succeeded' }
  | { readonly state: 'failed' | 'missed'; readonly reason: string | null }
  /** `lookAt`: when to see to it that the attempt is made. */
  | { readonly state: 'pending'; readonly nextAttemptAt: string; readonly lookAt: string };

const settled = (delivery: Delivery, settlement: Settlement): Delivery => ({
  ...delivery,
  state: settlement.state,
  reason: 'reason' in settlement ? settlement.reason : null,
  nextAttemptAt: settlement.state === 'pending' ? settlement.nextAttemptAt : null,
});

/** Adds an attempt to a delivery that goes on otherwise, as long as it is there. */
const recordOnly = async (
  { reader, writer }: Table,
  { organizationId, id }: Delivery,
  attempt: Attempt,
): Promise<void> => {
  const key = webhookDeliveryKey(organizationId, id);
  for (;;) {
    const item = await reader.get(key, { consistentRead: true });
    if (item === undefined) return;
    const current = deliveryFromItem(item);
    const { attempts, attemptCount } = withAttempt(current, attempt);
    const updated = await writer.update({
      Key: { ...key },
      UpdateExpression: 'SET attempts = :attempts, attemptCount = :count',
      ConditionExpression: 'attemptCount = :read',
      ExpressionAttributeValues: {
        ':attempts': attempts,
        ':count': attemptCount,
        ':read': current.attemptCount,
      },
    });
    if (updated !== undefined) return;
  }
};

/**
 * Records what becomes of a delivery, and the attempt if there was one. Where the delivery was started anew since it
 * was read, the attempt is recorded all the same, and the rest is left to the new series.
 *
 * @param delivery as it was read before the attempt
 * @param now the time of writing, as a timestamp
 * @returns the delivery as it is now, or `undefined` if it goes on otherwise or is gone
 */
export const settleDelivery = async (
  store: Table,
  delivery: Delivery,
  settlement: Settlement,
  attempt: Attempt | undefined,
  now: string,
): Promise<Delivery | undefined> => {
  const tried =
    attempt === undefined
      ? delivery
      : { ...withAttempt(delivery, attempt), seriesAttempts: delivery.seriesAttempts + 1 };
  const after = settled(tried, settlement);
  const lookAt = settlement.state === 'pending' ? settlement.lookAt : null;
  const changes = changesOf(delivery, after, lookAt, now);
  if ((await store.writer.update(changes)) !== undefined) return after;
  if (attempt !== undefined) await recordOnly(store, delivery, attempt);
  return undefined;
};
