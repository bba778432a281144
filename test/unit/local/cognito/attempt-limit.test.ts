import { expect, it } from 'vitest';
import { createAttemptLimit } from '../../../../infra/local/cognito/sign-in/attempt-limit.ts';

const MINUTE = 60_000;
const EMAIL = 'ada@example.com';

const start = () => {
  let time = 1_700_000_000_000;
  const limit = createAttemptLimit(() => time);
  const attempts = (count: number, email = EMAIL): boolean[] =>
    Array.from({ length: count }, () => limit.start(email));
  /** Milliseconds until the next attempt is accepted. */
  const lockout = (): number => {
    const startedAt = time;
    while (!limit.start(EMAIL)) time += 1_000;
    return time - startedAt;
  };
  return { limit, attempts, lockout, pass: (milliseconds: number) => (time += milliseconds) };
};

it('locks an email out after five failed attempts, for twice as long each time, up to 15 minutes', () => {
  const { attempts, lockout } = start();
  expect(attempts(5)).toEqual([true, true, true, true, true]);
  const lockouts = Array.from({ length: 12 }, () => lockout() / 1_000);
  expect(lockouts).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

it('does not count attempts during a lockout', () => {
  const { attempts, lockout } = start();
  attempts(5);
  expect(attempts(50)).not.toContain(true);
  expect(lockout()).toBe(1_000);
  expect(lockout()).toBe(2_000);
});

it('locks out only one email, in any case', () => {
  const { attempts } = start();
  attempts(5);
  expect(attempts(1, 'ADA@example.com')).toEqual([false]);
  expect(attempts(1, 'eve@example.com')).toEqual([true]);
});

it.each([
  ['a successful one', ({ limit }: ReturnType<typeof start>) => limit.succeed(EMAIL)],
  ['15 minutes without any', ({ pass }: ReturnType<typeof start>) => pass(15 * MINUTE)],
])('forgets failed attempts after %s', (_, forget) => {
  const started = start();
  started.attempts(4);
  forget(started);
  expect(started.attempts(6)).toEqual([true, true, true, true, true, false]);
});

it('remembers a limited number of emails', () => {
  const { attempts } = start();
  attempts(5);
  for (let index = 0; index < 999; index++) attempts(1, `${index}@example.com`);
  expect(attempts(1)).toEqual([false]);
  attempts(1, 'one-too-many@example.com');
  expect(attempts(1)).toEqual([true]);
});
