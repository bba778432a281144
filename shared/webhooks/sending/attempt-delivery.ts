import { setTimeout } from 'node:timers/promises';
import { destinationOf } from '../../contract/webhooks/destinations.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import type { Table } from '../../table/table.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { createSentBodyReader } from '../deliveries/delivery-body.ts';
import {
  attemptOf,
  type DeliveryMessage,
  type DeliveryQueue,
  type Lane,
  MAX_DELAY_SECONDS,
  messageOf,
  newDeliveryOf,
} from '../deliveries/delivery-queue.ts';
import { changeDelivery, readDelivery } from '../deliveries/delivery-repository.ts';
import { eraseIfMarked } from '../deliveries/erase-delivery.ts';
import type { createAwsSender } from '../destinations/aws-sender.ts';
import type { AddressPolicy } from '../endpoints/address-policy.ts';
import { isSlowOrFailing, type WebhookEndpoint } from '../endpoints/endpoint.ts';
import { acceptedAddress } from '../endpoints/endpoint-address.ts';
import { recordEndpointHealth } from '../endpoints/endpoint-health.ts';
import { readEndpoint } from '../endpoints/endpoint-repository.ts';
import { EndpointFieldError } from '../errors.ts';
import type { SecretCipher } from '../secrets/kms-cipher.ts';
import { signDelivery } from '../secrets/signature.ts';
import { createRequestSlots } from './request-slots.ts';
import type { AttemptOutcome, DeliverySender } from './send-delivery.ts';
import { decideAfterAttempt, healthAfterDelivery, settleDelivery } from './settle-attempt.ts';

type AwsSender = ReturnType<typeof createAwsSender>;

export interface AttemptDependencies {
  readonly store: Table;
  readonly queue: DeliveryQueue;
  readonly sender: DeliverySender;
  /** Sends to queues and buses. */
  readonly awsSender: AwsSender;
  readonly policy: AddressPolicy;
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

const isVoid = (delivery: Delivery, message: DeliveryMessage): boolean => {
  const { series, attempt } = attemptOf(message);
  return (
    delivery.state !== 'pending' || delivery.series !== series || delivery.seriesAttempts + 1 !== attempt
  );
};

/** Whether the attempt of a message is the last one made. The function may have died before its effects. */
const isLastAttempt = (delivery: Delivery, message: DeliveryMessage): boolean => {
  const { series, attempt } = attemptOf(message);
  return delivery.series === series && delivery.seriesAttempts === attempt;
};

/** The current secret, and the previous one until it expires. */
const activeSecrets = async (
  { cipher }: AttemptDependencies,
  endpoint: WebhookEndpoint,
  now: string,
): Promise<readonly string[]> => {
  const { organizationId, id: endpointId, previousSecretExpiresAt: expiresAt } = endpoint;
  const previous = expiresAt !== null && expiresAt > now ? endpoint.encryptedPreviousSecret : null;
  const encrypted = [endpoint.encryptedSecret, ...(previous === null ? [] : [previous])];
  return Promise.all(encrypted.map((secret) => cipher.decrypt(secret, { organizationId, endpointId })));
};

/** The headers that an endpoint wants. */
const customHeaders = async (
  { cipher }: AttemptDependencies,
  { organizationId, id: endpointId, headers }: WebhookEndpoint,
): Promise<Readonly<Record<string, string>>> => {
  const owner = { organizationId, endpointId };
  const decrypted = headers.map(
    async ({ name, encryptedValue }) => [name, await cipher.decrypt(encryptedValue, owner)] as const,
  );
  return Object.fromEntries(await Promise.all(decrypted));
};

/** The longest wait within the function. SQS delays by whole seconds. */
const MAX_WAIT_MILLISECONDS = 1_000;

const TOO_FAR_BEHIND = 'The limit of requests per second leaves no time for it within 7 days.';

/** Makes the attempt of a message unless it is void, settles the delivery, and queues the next attempt. */
export const createDeliveryAttempt = (dependencies: AttemptDependencies) => {
  const { store, queue, sender, awsSender, policy, schedule } = dependencies;
  const readBody = createSentBodyReader(store);
  const reserve = createRequestSlots(store);

  const queueNextAttempt = async (delivery: Delivery, now: string): Promise<void> => {
    const { nextAttemptAt } = delivery;
    if (nextAttemptAt === null) return;
    const delaySeconds = Math.max(0, Math.ceil((Date.parse(nextAttemptAt) - Date.parse(now)) / 1000));
    // `requeue-deliveries` queues it after a longer delay.
    if (delaySeconds > MAX_DELAY_SECONDS) return;
    await queue.send([{ message: messageOf(delivery), lane: 'retry', delaySeconds }]);
  };

  /**
   * Repeats the effects of a stored attempt: erases it with its event, or queues the next one and records the
   * health of the endpoint.
   */
  const repeatEffects = async (delivery: Delivery, endpoint: WebhookEndpoint | undefined): Promise<void> => {
    if (await eraseIfMarked(store, delivery)) return;
    const now = timestampOf(new Date());
    const health = endpoint && healthAfterDelivery(delivery, endpoint);
    await Promise.all([
      endpoint && health && recordEndpointHealth(store, endpoint, health, now),
      queueNextAttempt(delivery, now),
    ]);
  };

  /**
   * Waits until an endpoint with a limit per second may get a request. A longer wait is left to the queue,
   * and one that exceeds its delays to `requeue-deliveries`.
   */
  const waitForTurn = async (
    message: DeliveryMessage,
    delivery: Delivery,
    { organizationId, id, maxPerSecond }: WebhookEndpoint,
  ): Promise<'now' | 'moved' | 'never'> => {
    if (maxPerSecond === null) return 'now';
    const isReserved = delivery.reservedAt !== null && delivery.reservedAt === delivery.nextAttemptAt;
    if (isReserved) return 'now';
    const startsAt = message.startsAt ?? (await reserve({ organizationId, id, maxPerSecond }));
    if (startsAt === undefined) return 'never';
    const milliseconds = startsAt - Date.now();
    if (milliseconds <= MAX_WAIT_MILLISECONDS) {
      if (milliseconds > 0) await setTimeout(milliseconds);
      return 'now';
    }
    const delaySeconds = Math.floor(milliseconds / 1_000);
    if (delaySeconds <= MAX_DELAY_SECONDS) {
      await queue.send([{ message: { ...message, startsAt }, lane: 'retry', delaySeconds }]);
    } else {
      const nextAttemptAt = timestampOf(new Date(startsAt));
      const changes = { nextAttemptAt, reservedAt: nextAttemptAt };
      await changeDelivery(store, delivery, changes, timestampOf(new Date()));
    }
    return 'moved';
  };

  /** Makes the attempt by the destination of the endpoint. */
  const sendTo = async (
    delivery: Delivery,
    endpoint: WebhookEndpoint,
    body: string,
    start: Date,
  ): Promise<AttemptOutcome> => {
    const { url, roleArn } = endpoint;
    const type = destinationOf(url);
    if (type === 'https') {
      const [secrets, headers] = await Promise.all([
        activeSecrets(dependencies, endpoint, timestampOf(start)),
        customHeaders(dependencies, endpoint),
      ]);
      const signed = { id: delivery.eventId, timestamp: Math.floor(start.getTime() / 1000), body };
      return sender({ url, headers: { ...headers, ...signDelivery(signed, secrets) }, body });
    }
    const unsent = { status: null, responseBody: null, retryAfterSeconds: 0, durationMilliseconds: 0 };
    try {
      // The policy may have changed since it was registered.
      acceptedAddress(endpoint, policy);
    } catch (error) {
      if (!(error instanceof EndpointFieldError)) throw error;
      return { ...unsent, error: `Not sent: \`${error.field}\` ${error.message}.` };
    }
    return {
      ...unsent,
      ...(await awsSender({ type, address: url, roleArn: roleArn ?? '', delivery, body })),
    };
  };

  const send = async (
    delivery: Delivery,
    endpoint: WebhookEndpoint,
    body: string,
  ): Promise<Pick<Handled, 'result' | 'attempt' | 'status' | 'milliseconds'>> => {
    const start = new Date();
    const at = timestampOf(start);
    const outcome = await sendTo(delivery, endpoint, body, start);

    const now = timestampOf(new Date());
    const attempt = delivery.seriesAttempts + 1;
    const decision = decideAfterAttempt(outcome, attempt, schedule, endpoint, now);
    const { retryAfterSeconds: _, ...result } = outcome;
    const after = await settleDelivery(store, delivery, decision.delivery, { at, ...result }, now);
    await Promise.all([
      recordEndpointHealth(store, endpoint, decision.endpoint, now),
      after && queueNextAttempt(after, now),
    ]);
    const { state } = decision.delivery;
    const { status, durationMilliseconds: milliseconds } = outcome;
    return { result: state === 'pending' ? 'retry' : state, attempt, status, milliseconds };
  };

  return async (message: DeliveryMessage, lane: Lane): Promise<Handled> => {
    const { organizationId, endpointId } = message;
    const { deliveryId } = attemptOf(message);
    const handled = { organizationId, deliveryId, endpointId };
    const [stored, endpoint] = await Promise.all([
      readDelivery(store, organizationId, deliveryId),
      readEndpoint(store, organizationId, endpointId),
    ]);
    const delivery = stored ?? ('id' in message ? newDeliveryOf(message) : undefined);
    if (delivery === undefined) return { ...handled, result: 'void' };
    if (isVoid(delivery, message)) {
      if (isLastAttempt(delivery, message)) await repeatEffects(delivery, endpoint);
      return { ...handled, result: 'void' };
    }

    const end = async (state: 'failed' | 'missed', reason: string): Promise<Handled> => {
      const now = timestampOf(new Date());
      await changeDelivery(store, delivery, { state, reason, nextAttemptAt: null }, now);
      return { ...handled, result: state };
    };
    if (endpoint === undefined) return end('missed', 'The endpoint was deleted.');
    if (endpoint.disabledReason !== null) return end('missed', 'The endpoint was disabled.');
    // A slow or failing endpoint must not hold up the first attempts at others.
    if (lane === 'first' && isSlowOrFailing(endpoint)) {
      await queue.send([{ message, lane: 'retry' }]);
      return { ...handled, result: 'moved' };
    }
    const turn = await waitForTurn(message, delivery, endpoint);
    if (turn === 'moved') return { ...handled, result: 'moved' };
    if (turn === 'never') return end('failed', TOO_FAR_BEHIND);
    const body = await readBody(delivery, endpoint);
    if (body === undefined) return end('failed', 'The event is no longer stored.');
    return { ...handled, ...(await send(delivery, endpoint, body)) };
  };
};
