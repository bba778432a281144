import { timestampOf } from '../../domain/timestamp.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import {
  type DeliveryMessage,
  type DeliveryQueue,
  type Lane,
  messageOf,
} from '../deliveries/delivery-queue.ts';
import { readDelivery } from '../deliveries/delivery-repository.ts';
import { readEventBody } from '../deliveries/event-body.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { recordEndpointHealth } from '../endpoints/endpoint-health.ts';
import { endpointFromItem, readEndpointItem, secretsOfItem } from '../endpoints/endpoint-repository.ts';
import type { SecretCipher } from '../secrets/kms-cipher.ts';
import { signDelivery } from '../secrets/signature.ts';
import type { DeliverySender } from './send-delivery.ts';
import { decideAfterAttempt, isQueueable, settleDelivery } from './settle-attempt.ts';

export interface AttemptDependencies {
  readonly store: Table;
  readonly queue: DeliveryQueue;
  readonly sender: DeliverySender;
  readonly cipher: Pick<SecretCipher, 'decrypt'>;
  /** Seconds to wait after each attempt but the last. */
  readonly schedule: readonly number[];
}

/** The result of a message, for the log. */
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

/** The current secret, and the previous one until it expires. */
const activeSecrets = async (
  { cipher }: AttemptDependencies,
  endpoint: WebhookEndpoint,
  item: Item,
  now: string,
): Promise<readonly string[]> => {
  const { current, previous } = secretsOfItem(item);
  const { organizationId, id: endpointId, previousSecretExpiresAt } = endpoint;
  const isPreviousActive = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  const encrypted = [current, ...(previous !== null && isPreviousActive ? [previous] : [])];
  return Promise.all(encrypted.map((secret) => cipher.decrypt(secret, { organizationId, endpointId })));
};

/** Makes the attempt of a message unless it is void, settles the delivery, and queues the next attempt. */
export const createDeliveryAttempt = (dependencies: AttemptDependencies) => {
  const { store, queue, sender, schedule } = dependencies;

  const send = async (
    delivery: Delivery,
    endpoint: WebhookEndpoint,
    item: Item,
    body: string,
  ): Promise<Pick<Handled, 'result' | 'attempt' | 'status' | 'milliseconds'>> => {
    const start = new Date();
    const at = timestampOf(start);
    const secrets = await activeSecrets(dependencies, endpoint, item, at);
    const signed = { id: delivery.eventId, timestamp: Math.floor(start.getTime() / 1000), body };
    const outcome = await sender.send({ url: endpoint.url, headers: signDelivery(signed, secrets), body });

    const now = timestampOf(new Date());
    const attempt = delivery.seriesAttempts + 1;
    const decision = decideAfterAttempt({ outcome, attempt, schedule, endpoint, now });
    const settlement = decision.delivery;
    const { status, durationMilliseconds, error, responseBody } = outcome;
    const recorded = { at, status, durationMilliseconds, error, responseBody };
    const after = await settleDelivery(store, delivery, settlement, recorded, now);
    await Promise.all([
      recordEndpointHealth(store, endpoint, decision.endpoint, now),
      after !== undefined && isQueueable(settlement)
        ? queue.send([{ message: messageOf(after), lane: 'retry', delaySeconds: settlement.delaySeconds }])
        : undefined,
    ]);
    const result = settlement.state === 'pending' ? 'retry' : settlement.state;
    return { result, attempt, status, milliseconds: durationMilliseconds };
  };

  return async (message: DeliveryMessage, lane: Lane): Promise<Handled> => {
    const { organizationId, endpointId, deliveryId, eventId } = message;
    const handled = { organizationId, deliveryId, endpointId };
    const [delivery, endpointItem, body] = await Promise.all([
      readDelivery(store, organizationId, deliveryId),
      readEndpointItem(store, organizationId, endpointId),
      readEventBody(store, organizationId, eventId),
    ]);
    if (delivery === undefined || isVoid(delivery, message)) return { ...handled, result: 'void' };

    const end = async (state: 'failed' | 'missed', reason: string): Promise<Handled> => {
      await settleDelivery(store, delivery, { state, reason }, undefined, timestampOf(new Date()));
      return { ...handled, result: state };
    };
    if (endpointItem === undefined) return end('missed', 'The endpoint was deleted.');
    const endpoint = endpointFromItem(endpointItem);
    if (endpoint.disabledReason !== null) return end('missed', 'The endpoint was disabled.');
    if (body === undefined) return end('failed', 'The event is no longer stored.');
    // A failing endpoint must not hold up the first attempts at healthy ones.
    if (lane === 'first' && endpoint.failingSince !== null) {
      await queue.send([{ message, lane: 'retry' }]);
      return { ...handled, result: 'moved' };
    }
    return { ...handled, ...(await send(delivery, endpoint, endpointItem, body)) };
  };
};
