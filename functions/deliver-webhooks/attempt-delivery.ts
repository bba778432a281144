import type { Attempt } from '../../shared/contract/webhook-views.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { Item } from '../../shared/table/reader.ts';
import type { Table } from '../../shared/table/table.ts';
import { webhookDeliveryKey } from '../../shared/table/webhook-keys.ts';
import type { AttemptOutcome } from '../../shared/webhooks/attempt-outcome.ts';
import { messageOf } from '../../shared/webhooks/deliveries/create-deliveries.ts';
import type { Delivery } from '../../shared/webhooks/deliveries/delivery.ts';
import { deliveryFromItem } from '../../shared/webhooks/deliveries/delivery-mapper.ts';
import {
  type DeliveryMessage,
  type DeliveryQueue,
  type Lane,
  MAX_DELAY_SECONDS,
} from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { readEventBody } from '../../shared/webhooks/deliveries/event-body.ts';
import { lookAtAfterQueueing, secondsAfter } from '../../shared/webhooks/deliveries/look-at.ts';
import { type Settlement, settleDelivery } from '../../shared/webhooks/deliveries/settle-attempt.ts';
import { type DeliveryState, decideAfterAttempt } from '../../shared/webhooks/delivery-policy.ts';
import type { WebhookEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import { noteEndpointState } from '../../shared/webhooks/endpoints/endpoint-health.ts';
import { endpointFromItem, secretsOfItem } from '../../shared/webhooks/endpoints/endpoint-mapper.ts';
import { readEndpointItem } from '../../shared/webhooks/endpoints/read-endpoints.ts';
import type { SecretCipher } from '../../shared/webhooks/secret-cipher.ts';
import type { DeliverySender } from '../../shared/webhooks/send-delivery.ts';
import { signDelivery } from '../../shared/webhooks/signature.ts';

export interface AttemptDependencies {
  readonly store: Table;
  readonly queue: DeliveryQueue;
  readonly sender: DeliverySender;
  readonly cipher: Pick<SecretCipher, 'decrypt'>;
  /** Seconds to wait after each attempt but the last. */
  readonly schedule: readonly number[];
}

/** What was done with a message, for the log. */
export interface Handled {
  readonly organizationId: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly result: 'void' | 'moved' | 'missed' | 'failed' | 'succeeded' | 'retry';
  readonly attempt?: number;
  readonly status?: number | null;
  readonly milliseconds?: number;
}

const isVoid = (delivery: Delivery, { series, attempt }: DeliveryMessage): boolean =>
  delivery.state !== 'pending' || delivery.series !== series || delivery.seriesAttempts + 1 !== attempt;

/** Until its time is over, the secret before the current one signs as well. */
const secretsInForce = async (
  { cipher }: AttemptDependencies,
  endpoint: WebhookEndpoint,
  item: Item,
  now: string,
): Promise<readonly string[]> => {
  const { current, previous } = secretsOfItem(item);
  const { organizationId, id: endpointId, previousSecretExpiresAt } = endpoint;
  const isPreviousValid = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  const encrypted = [current, ...(previous !== null && isPreviousValid ? [previous] : [])];
  return Promise.all(encrypted.map((secret) => cipher.decrypt(secret, { organizationId, endpointId })));
};

const recordOf = (outcome: AttemptOutcome, at: string): Attempt => ({
  at,
  status: outcome.status,
  durationMilliseconds: outcome.durationMilliseconds,
  error: outcome.error,
  responseBody: outcome.responseBody,
});

/** Waits up to the queue's longest delay are the queue's; longer ones are for `requeue-deliveries` to end. */
const settlementOf = (state: DeliveryState, now: string): Settlement => {
  if (state.state === 'succeeded') return state;
  if (state.state === 'failed') return { state: 'failed', reason: null };
  const nextAttemptAt = secondsAfter(now, state.delaySeconds);
  const isQueued = state.delaySeconds <= MAX_DELAY_SECONDS;
  return {
    state: 'pending',
    nextAttemptAt,
    lookAt: isQueued ? lookAtAfterQueueing(nextAttemptAt) : nextAttemptAt,
  };
};

/** Makes the attempt that a message stands for, if it is still due, and sees to what comes after it. */
export const createDeliveryAttempt = (dependencies: AttemptDependencies) => {
  const { store, queue, sender, schedule } = dependencies;

  const send = async (
    delivery: Delivery,
    endpoint: WebhookEndpoint,
    item: Item,
    body: string,
  ): Promise<Omit<Handled, 'organizationId' | 'deliveryId' | 'endpointId'>> => {
    const start = new Date();
    const at = timestampOf(start);
    const secrets = await secretsInForce(dependencies, endpoint, item, at);
    const signed = { id: delivery.eventId, timestamp: Math.floor(start.getTime() / 1000), body };
    const headers = { ...signDelivery(signed, secrets) };
    const outcome = await sender.send({ url: endpoint.url, headers, body });

    const now = timestampOf(new Date());
    const attempt = delivery.seriesAttempts + 1;
    const decision = decideAfterAttempt({ outcome, attempt, schedule, endpoint, now });
    const settlement = settlementOf(decision.delivery, now);
    const after = await settleDelivery(store, delivery, settlement, recordOf(outcome, at), now);
    const isQueued =
      decision.delivery.state === 'retry' && decision.delivery.delaySeconds <= MAX_DELAY_SECONDS;
    await Promise.all([
      noteEndpointState(store, endpoint, decision.endpoint, now),
      after !== undefined && decision.delivery.state === 'retry' && isQueued
        ? queue.send([
            { message: messageOf(after), lane: 'retry', delaySeconds: decision.delivery.delaySeconds },
          ])
        : undefined,
    ]);
    const { state: result } = decision.delivery;
    return { result, attempt, status: outcome.status, milliseconds: outcome.durationMilliseconds };
  };

  return async (message: DeliveryMessage, lane: Lane): Promise<Handled> => {
    const { organizationId, endpointId, deliveryId, eventId } = message;
    const handled = { organizationId, deliveryId, endpointId };
    const [deliveryItem, endpointItem, body] = await Promise.all([
      store.reader.get(webhookDeliveryKey(organizationId, deliveryId), { consistentRead: true }),
      readEndpointItem(store, organizationId, endpointId),
      readEventBody(store, organizationId, eventId),
    ]);
    if (deliveryItem === undefined) return { ...handled, result: 'void' };
    const delivery = deliveryFromItem(deliveryItem);
    if (isVoid(delivery, message)) return { ...handled, result: 'void' };

    const end = async (state: 'failed' | 'missed', reason: string): Promise<Handled> => {
      await settleDelivery(store, delivery, { state, reason }, undefined, timestampOf(new Date()));
      return { ...handled, result: state };
    };
    if (endpointItem === undefined) return end('missed', 'The endpoint was deleted.');
    const endpoint = endpointFromItem(endpointItem);
    if (endpoint.disabledReason !== null) return end('missed', 'The endpoint was disabled.');
    if (body === undefined) return end('failed', 'The event is no longer stored.');
    if (lane === 'first' && endpoint.failingSince !== null) {
      await queue.send([{ message, lane: 'retry' }]);
      return { ...handled, result: 'moved' };
    }
    return { ...handled, ...(await send(delivery, endpoint, endpointItem, body)) };
  };
};
