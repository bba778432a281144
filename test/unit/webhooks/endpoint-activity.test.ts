import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ACTIVITY_SAMPLE_SIZE } from '../../../shared/contract/webhooks/webhook-limits.ts';
import { limitFeed } from '../../../shared/events/feed/feed-head.ts';
import { changeDelivery } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import {
  type ActivitySpan,
  readEndpointActivity,
} from '../../../shared/webhooks/deliveries/endpoint-activity.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { createWebhookFixture, type WebhookFixture } from '../../support/webhooks/webhook-fixture.ts';

const engine = useEngine();
const NOW = Date.UTC(2026, 2, 20, 14, 30);
const timeOf = (hoursAgo: number): string => new Date(NOW - hoursAgo * 3_600_000).toISOString();

let fixture: WebhookFixture;
let endpoint: WebhookEndpoint;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  fixture = createWebhookFixture(engine);
  endpoint = await fixture.putEndpoint();
  return () => vi.useRealTimers();
});

interface Made {
  readonly status: number | null;
  readonly durationMilliseconds: number;
}

/** Stores a delivery of an event that happened some hours ago. */
const deliver = async (to: WebhookEndpoint, hoursAgo: number, ...made: readonly Made[]): Promise<void> => {
  const at = timeOf(hoursAgo);
  const event = await fixture.inFeed(fixture.newEvent({ eventTimestamp: at }));
  const delivery = await fixture.newDelivery(to, event);
  const attempts = made.map((attempt) => ({
    ...attempt,
    at,
    error: attempt.status === 200 ? null : 'It failed.',
    responseBody: null,
  }));
  const changes = {
    state: 'succeeded',
    nextAttemptAt: null,
    attempts,
    attemptCount: attempts.length,
  } as const;
  await changeDelivery(fixture.store, delivery, changes, at);
};

const ok = (durationMilliseconds: number): Made => ({ status: 200, durationMilliseconds });

const read = (span: ActivitySpan, of = endpoint) =>
  readEndpointActivity(fixture.store.reader, fixture.organizationId, of.id, span, NOW);

describe('the activity of an endpoint', () => {
  it('covers a day by full hours and a week by six hours, oldest first', async () => {
    const day = await read('lastDay');
    expect(day).toHaveLength(24);
    expect(day[0]).toMatchObject({ start: '2026-03-19T15:00:00.000Z', end: '2026-03-19T16:00:00.000Z' });
    expect(day.at(-1)).toEqual({
      start: '2026-03-20T14:00:00.000Z',
      end: '2026-03-20T15:00:00.000Z',
      deliveries: 0,
      isSample: false,
      succeeded: 0,
      failed: 0,
      p50Milliseconds: null,
      p95Milliseconds: null,
    });
    const week = await read('lastWeek');
    expect(week).toHaveLength(28);
    expect(week[0]?.start).toBe('2026-03-13T18:00:00.000Z');
    expect(week.at(-1)?.end).toBe('2026-03-20T18:00:00.000Z');
  });

  it('counts attempts by the hour of their event, and measures those with a response', async () => {
    const other = await fixture.putEndpoint();
    await deliver(other, 0, ok(1));
    await deliver(endpoint, 0.25, { status: null, durationMilliseconds: 15_000 }, ok(100));
    await deliver(endpoint, 0.4, { status: 500, durationMilliseconds: 300 });
    await deliver(endpoint, 2, ok(40));
    const day = await read('lastDay');
    expect(day.at(-1)).toMatchObject({
      deliveries: 2,
      succeeded: 1,
      failed: 2,
      p50Milliseconds: 100,
      p95Milliseconds: 300,
    });
    expect(day.at(-3)).toMatchObject({ deliveries: 1, succeeded: 1, failed: 0, p50Milliseconds: 40 });
    const sums = { deliveries: 3, succeeded: 2, failed: 2 };
    expect((await read('lastWeek')).at(-1)).toMatchObject(sums);
  });

  it('samples the newest deliveries of a period with more, and says so', async () => {
    await deliver(endpoint, 0.45, ok(9_000));
    for (let index = 0; index < ACTIVITY_SAMPLE_SIZE; index++) await deliver(endpoint, 0.1, ok(index));
    expect((await read('lastDay')).at(-1)).toMatchObject({
      deliveries: ACTIVITY_SAMPLE_SIZE,
      isSample: true,
      p50Milliseconds: 24,
      p95Milliseconds: 47,
    });
  });

  it('omits events that the organization no longer keeps', async () => {
    await deliver(endpoint, 24 * 6.9, ok(10));
    await deliver(endpoint, 1, ok(20));
    const { store, organizationId } = fixture;
    vi.setSystemTime(NOW + 86_400_000);
    await store.writer.transact([await limitFeed(store.reader, organizationId, 7, new Date())]);
    const week = await read('lastWeek');
    expect(week.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(1);
  });
});
