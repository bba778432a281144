import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decideAfterAttempt } from '../../../shared/webhooks/sending/settle-attempt.ts';

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
}: {
  status?: number | null;
  retryAfterSeconds?: number;
  attempt?: number;
  failingSince?: string | null;
}) => {
  const error = status !== null && status >= 200 && status < 300 ? null : 'It failed.';
  return decideAfterAttempt({ error, status, retryAfterSeconds }, attempt, [10, 20], { failingSince }, NOW);
};

describe('a success', () => {
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
  it.each([null, 301, 400, 401, 404, 429, 500, 503])('is retried when the status is %s', (status) => {
    expect(decide({ status })).toEqual({
      delivery: { state: 'pending', delaySeconds: 10 },
      endpoint: 'failing',
    });
  });

  it('is retried after the time that the endpoint asks for', () => {
    expect(decide({ status: 503, retryAfterSeconds: 3_600 })).toEqual({
      delivery: { state: 'pending', delaySeconds: 20 },
      endpoint: 'failing',
    });
  });

  it('fails the delivery after the last attempt, without disabling the endpoint', () => {
    expect(decide({ attempt: 2 }).delivery).toEqual({ state: 'pending', delaySeconds: 20 });
    expect(decide({ attempt: 3 })).toEqual({ delivery: { state: 'failed' }, endpoint: 'failing' });
  });

  it('disables the endpoint at once after a 410', () => {
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
