import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDeliverer } from '../../../../functions/webhooks/deliver-webhooks/handler.ts';
import { withBatchedGets } from '../../../../shared/table/batched-gets.ts';
import {
  attemptOf,
  type DeliveryMessage,
  messageOf,
} from '../../../../shared/webhooks/deliveries/delivery-queue.ts';
import { createDeliveryAttempt, type Handled } from '../../../../shared/webhooks/sending/attempt-delivery.ts';
import {
  createWebhookFixture,
  HTTPS_ONLY,
  jsonOf,
  openCipher,
  sqsEvent,
} from '../../../support/webhooks/webhook-fixture.ts';
import {
  appendTogether,
  CONTEXT,
  DONE,
  existing,
  NOTHING_RELEASED,
  recorded,
  sender,
  useDeliveries,
} from './deliveries.ts';

const { engine, receiver } = useDeliveries();

describe('a batch of first attempts', () => {
  const done = async (): Promise<Handled> => ({
    organizationId: 'o',
    deliveryId: 'd',
    endpointId: 'e',
    result: 'succeeded',
  });
  const message = (resourceId: string, attempt: number, endpointId = 'e'): string =>
    JSON.stringify({ organizationId: 'o', endpointId, deliveryId: 'd', resourceId, series: 1, attempt });
  const numberOf = (given: DeliveryMessage): string => `${given.resourceId}${attemptOf(given).attempt}`;

  it('reads all deliveries and endpoints with one request, and each chunk of the feed once', async () => {
    const fixture = createWebhookFixture(engine);
    // A response with a body also reads whether its event is being erased.
    const { received, url } = await receiver([204]);
    const endpoint = await fixture.putEndpoint({ url });
    const events = Array.from({ length: 5 }, () => fixture.newEvent());
    await appendTogether(fixture, events);
    const bodies: string[] = [];
    for (const [index, event] of events.entries()) {
      const source = { feedPosition: `1.${index}` };
      bodies.push(JSON.stringify(messageOf(await fixture.newDelivery(endpoint, { ...event, source }))));
    }
    const reads: string[] = [];
    const { reader } = fixture.store;
    const counted = {
      ...reader,
      get: recorded(reads, 'get', reader.get),
      getMany: recorded(reads, 'getMany', reader.getMany),
      queryPage: recorded(reads, 'queryPage', reader.queryPage),
    };
    const attempt = createDeliveryAttempt({
      ...HTTPS_ONLY,
      store: { ...fixture.store, reader: withBatchedGets(counted) },
      queue: fixture.queue,
      sender,
      cipher: openCipher,
      schedule: [5],
    });
    const deliverer = createDeliverer({ attempt, messages: NOTHING_RELEASED });
    expect(await deliverer(sqsEvent(bodies, 'first.fifo'), CONTEXT)).toEqual(DONE);
    expect(received.map(({ body }) => body).toSorted()).toEqual(events.map(jsonOf).toSorted());
    expect(reads).toEqual(['getMany', 'queryPage']);
  });

  it('makes attempts for one resource in order, and others concurrently', async () => {
    const log: string[] = [];
    const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
    const attempt = async (given: DeliveryMessage): Promise<Handled> => {
      log.push(`start ${numberOf(given)}`);
      if (numberOf(given) === 'a1') await blocked;
      if (numberOf(given) === 'b2') unblock();
      log.push(`end ${numberOf(given)}`);
      return done();
    };
    const bodies = [message('a', 1), message('b', 1), message('a', 2), message('b', 2)];
    const deliverer = createDeliverer({ attempt, messages: NOTHING_RELEASED });
    expect(await deliverer(sqsEvent(bodies, 'first.fifo'), CONTEXT)).toEqual(DONE);
    expect(log).toEqual([
      'start a1',
      'start b1',
      'end b1',
      'start b2',
      'end b2',
      'end a1',
      'start a2',
      'end a2',
    ]);
  });

  it('makes each attempt for a resource only after the one before, however many there are', async () => {
    const log: string[] = [];
    const { promise: isSecond, resolve: reached } = Promise.withResolvers<void>();
    const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
    const attempt = async (given: DeliveryMessage): Promise<Handled> => {
      log.push(`start ${numberOf(given)}`);
      if (numberOf(given) === 'a2') {
        reached();
        await blocked;
      }
      log.push(`end ${numberOf(given)}`);
      return done();
    };
    const bodies = [1, 2, 3].map((number) => message('a', number));
    const deliverer = createDeliverer({ attempt, messages: NOTHING_RELEASED });
    const delivering = deliverer(sqsEvent(bodies, 'first.fifo'), CONTEXT);
    await isSecond;
    await setImmediate();
    expect(log).toEqual(['start a1', 'end a1', 'start a2']);
    unblock();
    expect(await delivering).toEqual(DONE);
    expect(log.slice(3)).toEqual(['end a2', 'start a3', 'end a3']);
  });

  it('makes attempts for one resource at several endpoints concurrently', async () => {
    const started: string[] = [];
    const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
    const attempt = async ({ endpointId }: DeliveryMessage): Promise<Handled> => {
      started.push(endpointId);
      await blocked;
      return done();
    };
    const bodies = [message('a', 1, 'one'), message('a', 1, 'other')];
    const deliverer = createDeliverer({ attempt, messages: NOTHING_RELEASED });
    const delivering = deliverer(sqsEvent(bodies, 'first.fifo'), CONTEXT);
    await setImmediate();
    expect(started).toEqual(['one', 'other']);
    unblock();
    expect(await delivering).toEqual(DONE);
  });

  it('fails attempts behind a failed one, and those without time left', async () => {
    const attempt = async (given: DeliveryMessage): Promise<Handled> => {
      if (numberOf(given) === 'a1') throw new Error('The table is away.');
      return done();
    };
    const bodies = [message('a', 1), message('a', 2), message('b', 1)];
    const deliverer = createDeliverer({ attempt, messages: NOTHING_RELEASED });
    expect(await deliverer(sqsEvent(bodies, 'first.fifo'), CONTEXT)).toEqual({
      batchItemFailures: [{ itemIdentifier: '0' }, { itemIdentifier: '1' }],
    });
    const late = { getRemainingTimeInMillis: () => 24_000 };
    const pair = [message('b', 1), message('b', 2)];
    expect(await deliverer(sqsEvent(pair, 'first.fifo'), late)).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }],
    });
  });

  it('releases the groups of finished messages while another hangs', async () => {
    const { promise: hanging, resolve: answer } = Promise.withResolvers<void>();
    const released: unknown[] = [];
    const attempt = async (given: DeliveryMessage): Promise<Handled> => {
      if (numberOf(given) === 'a1') await hanging;
      return done();
    };
    const messages = {
      // The hanging attempt ends only after the others were released.
      delete: async (...options: unknown[]) => {
        released.push(options);
        answer();
      },
    };
    const event = sqsEvent([message('a', 1), message('b', 1), message('c', 1)], 'first.fifo');
    for (const record of event.Records) record.receiptHandle = `handle ${record.messageId}`;
    expect(await createDeliverer({ attempt, messages })(event, CONTEXT)).toEqual(DONE);
    const handles = ['handle 1', 'handle 2'];
    expect(released).toEqual([[event.Records[0]?.eventSourceARN, handles, expect.any(AbortSignal)]]);
  });
});

describe("a batch's log line", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('contains the fields that CloudWatch counts', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const ids = { organizationId: 'organization', deliveryId: 'delivery', endpointId: 'endpoint' };
    const outcomes: Handled[] = [
      { ...ids, result: 'succeeded', attempt: 1 },
      { ...ids, result: 'retry', attempt: 2 },
      { ...ids, result: 'void' },
    ];
    const fixture = createWebhookFixture(engine);
    const message = JSON.stringify(messageOf(await fixture.newDelivery(await fixture.putEndpoint())));
    const attempt = async (): Promise<Handled> => existing(outcomes.shift());
    await createDeliverer({ attempt, messages: NOTHING_RELEASED })(
      sqsEvent([message, message, message], 'retries'),
      CONTEXT,
    );
    expect(info).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempts: 2, successes: 1 }));
  });
});
