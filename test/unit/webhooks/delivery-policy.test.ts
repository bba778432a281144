import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Delivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { decideAfterAttempt, healthAfterDelivery } from '../../../shared/webhooks/sending/settle-attempt.ts';

const NOW = '2026-03-10T12:00:00.000Z';
const FIVE_DAYS_AGO = '2026-03-05T12:00:00.000Z';
const ALMOST_FIVE_DAYS_AGO = '2026-03-05T12:00:00.001Z';

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const decide = ({
  status = 500,
  retryAfterSeconds = 0,
  attempt = 1,
  failingSince = null,
  slowSince = null,
  durationMilliseconds = 100,
}: {
  status?: number | null;
  retryAfterSeconds?: number;
  attempt?: number;
  failingSince?: string | null;
  slowSince?: string | null;
  durationMilliseconds?: number;
}) => {
  const error = status !== null && status >= 200 && status < 300 ? null : 'It failed.';
  const outcome = { error, status, retryAfterSeconds, durationMilliseconds };
  return decideAfterAttempt(outcome, attempt, [10, 20], { failingSince, slowSince }, NOW);
};

describe('a success', () => {
  it.each([
    [5_000, null, 'healthy'],
    [5_001, null, 'slow'],
    [2_501, NOW, 'slow'],
    [2_500, NOW, 'healthy'],
  ])(
    'after %i ms, slow since %s, shows that the endpoint is %s',
    (durationMilliseconds, slowSince, health) => {
      expect(decide({ status: 200, durationMilliseconds, slowSince }).endpoint).toBe(health);
    },
  );

  it('completes the delivery and marks the endpoint healthy, however long it failed before', () => {
    for (const failingSince of [null, ALMOST_FIVE_DAYS_AGO, '2020-01-01T00:00:00.000Z']) {
      for (const attempt of [1, 3]) {
        expect(decide({ status: 204, attempt, failingSince })).toEqual({
          delivery: { state: 'succeeded' },
          endpoint: 'healthy',
        });
      }
    }
  });
});

describe('a failure', () => {
  it.each([null, 301, 400, 401, 404, 429, 500, 503])('retries after the status %s', (status) => {
    expect(decide({ status })).toEqual({
      delivery: { state: 'pending', delaySeconds: 10 },
      endpoint: 'failing',
    });
  });

  it('retries after the delay that the endpoint requests', () => {
    expect(decide({ status: 503, retryAfterSeconds: 3_600 })).toEqual({
      delivery: { state: 'pending', delaySeconds: 20 },
      endpoint: 'failing',
    });
  });

  it('fails the delivery after the last attempt, without disabling the endpoint', () => {
    expect(decide({ attempt: 2 }).delivery).toEqual({ state: 'pending', delaySeconds: 20 });
    expect(decide({ attempt: 3 })).toEqual({ delivery: { state: 'failed' }, endpoint: 'failing' });
  });

  it('disables the endpoint immediately after a 410', () => {
    expect(decide({ status: 410, retryAfterSeconds: 5 })).toEqual({
      delivery: { state: 'failed' },
      endpoint: { disabledReason: 'gone' },
    });
  });

  it('disables the endpoint after five days without a success', () => {
    expect(decide({ failingSince: ALMOST_FIVE_DAYS_AGO }).endpoint).toBe('failing');
    expect(decide({ failingSince: FIVE_DAYS_AGO })).toEqual({
      delivery: { state: 'failed' },
      endpoint: { disabledReason: 'failing' },
    });
    expect(decide({ status: null, attempt: 3, failingSince: FIVE_DAYS_AGO }).endpoint).toEqual({
      disabledReason: 'failing',
    });
  });
});

describe('the health after a finished delivery whose message comes again', () => {
  const AT = '2026-03-10T12:00:00.000Z';
  const EARLIER = '2026-03-10T11:59:59.999Z';
  const LATER = '2026-03-10T12:00:00.001Z';
  const health = (
    state: Delivery['state'],
    status: number | null,
    endpoint: Partial<Parameters<typeof healthAfterDelivery>[1]>,
    attempts: readonly string[] = [EARLIER, AT],
  ) => {
    const made = attempts.map((at) => ({
      at,
      status,
      durationMilliseconds: 1,
      error: null,
      responseBody: null,
    }));
    const unchanged = { disabledReason: null, failingSince: null, updatedAt: EARLIER };
    return healthAfterDelivery({ state, attempts: made }, { ...unchanged, ...endpoint });
  };

  it('reports an endpoint as healthy after a success, unless it began to fail since', () => {
    expect(health('succeeded', 200, { failingSince: EARLIER })).toBe('healthy');
    expect(health('succeeded', 200, { failingSince: AT })).toBe('healthy');
    expect(health('succeeded', 200, { failingSince: LATER })).toBeUndefined();
    expect(health('succeeded', 200, {})).toBeUndefined();
  });

  it('reports an endpoint as gone after a 410, unless it was changed since', () => {
    const gone = { disabledReason: 'gone' };
    expect(health('failed', 410, {})).toEqual(gone);
    expect(health('failed', 410, { updatedAt: AT })).toEqual(gone);
    expect(health('failed', 410, { updatedAt: LATER })).toBeUndefined();
    expect(health('failed', 500, {})).toBeUndefined();
  });

  it('reports no health for other states, without an attempt, and once the endpoint is disabled', () => {
    for (const state of ['pending', 'missed', 'failed'] as const) {
      expect(health(state, 200, { failingSince: EARLIER })).toBeUndefined();
    }
    for (const state of ['pending', 'missed', 'succeeded'] as const) {
      expect(health(state, 410, {})).toBeUndefined();
    }
    expect(health('succeeded', 200, { failingSince: EARLIER }, [])).toBeUndefined();
    expect(health('succeeded', 200, { failingSince: EARLIER, disabledReason: 'admin' })).toBeUndefined();
    expect(health('failed', 410, { disabledReason: 'admin' })).toBeUndefined();
  });
});
