import { afterEach } from 'vitest';
import { createDeliverer } from '../../../../functions/webhooks/deliver-webhooks/handler.ts';
import { appendToFeed } from '../../../../shared/events/feed/append-to-feed.ts';
import { withBatchedGets } from '../../../../shared/table/batched-gets.ts';
import type { Delivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { type Lane, messageOf } from '../../../../shared/webhooks/deliveries/delivery-queue.ts';
import { createDeliveryAttempt } from '../../../../shared/webhooks/sending/attempt-delivery.ts';
import { createDeliverySender } from '../../../../shared/webhooks/sending/send-delivery.ts';
import { useEngine } from '../../../support/engine/use-engine.ts';
import {
  HTTPS_ONLY,
  jsonOf,
  openCipher,
  sqsEvent,
  type WebhookFixture,
} from '../../../support/webhooks/webhook-fixture.ts';
import { type Receiver, startReceiver } from '../../../support/webhooks/webhook-receiver.ts';

export const sender = createDeliverySender({ allowsLoopback: true });

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Registers hooks that run an engine, and that stop the receivers after each test. */
export const useDeliveries = () => {
  const engine = useEngine();
  const receivers: Receiver[] = [];
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });
  /**
   * A receiver that responds with these statuses in turn, repeating the last one; 0 stands for something that
   * is not HTTP.
   */
  const receiver = async (statuses: readonly number[], headers: Record<string, string> = {}) => {
    const received: Received[] = [];
    const started = await startReceiver(({ incoming, body }, response) => {
      const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
      received.push({
        headers: Object.fromEntries(
          Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
        ),
        body,
      });
      if (status > 0) response.writeHead(status, headers).end('{"said":"something"}');
      else response.socket?.end('nonsense\r\n');
    });
    receivers.push(started);
    return { received, url: `http://127.0.0.1:${started.port}/hooks` };
  };
  return { engine, receivers, receiver };
};

export const deliver = (
  fixture: WebhookFixture,
  delivery: Delivery,
  { lane = 'first', schedule = [5, 300, 7_200] }: { lane?: Lane; schedule?: readonly number[] } = {},
) =>
  createDeliverer({
    messages: NOTHING_RELEASED,
    attempt: createDeliveryAttempt({
      store: { ...fixture.store, reader: withBatchedGets(fixture.store.reader) },
      queue: fixture.queue,
      sender,
      ...HTTPS_ONLY,
      cipher: openCipher,
      schedule,
    }),
  })(sqsEvent([JSON.stringify(messageOf(delivery))], lane === 'first' ? 'first.fifo' : 'retries'), CONTEXT);

export const NOTHING_RELEASED = { delete: async () => undefined };
export const CONTEXT = { getRemainingTimeInMillis: () => 30_000 };
export const DONE = { batchItemFailures: [] };

export const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The value is undefined.');
  return value;
};

/** Appends events to the feed in one chunk. */
export const appendTogether = async (
  { organizationId, store }: WebhookFixture,
  events: readonly ReturnType<WebhookFixture['newEvent']>[],
): Promise<void> => {
  const records = events.map((event) => ({
    organizationId,
    id: [event.eventId],
    second: event.eventTimestamp.slice(0, 19),
    events: [{ type: event.eventType, json: jsonOf(event) }],
  }));
  await appendToFeed(store, records, 30);
};

/** A function that also records its calls. */
export const recorded = <F extends (...given: never[]) => unknown>(
  calls: string[],
  name: string,
  call: F,
): F =>
  ((...given) => {
    calls.push(name);
    return call(...given);
  }) as F;
