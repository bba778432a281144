import { expect, it } from 'vitest';
import { intervalOf } from '../../../../infra/local/eventbridge/schedule-expression.ts';
import { runAtRate } from '../../../../infra/local/eventbridge/schedules.ts';

it('runs at once and then at its rate, until it is ended', async () => {
  let runs = 0;
  const end = runAtRate(2, async () => {
    runs++;
  });
  expect(runs).toBe(1);
  await expect.poll(() => runs).toBeGreaterThan(3);
  end();
  const before = runs;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toBe(before);
});

it('does not run while it still runs', async () => {
  const finish: (() => void)[] = [];
  const end = runAtRate(1, () => new Promise((resolve) => finish.push(resolve)));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(finish).toHaveLength(1);
  finish[0]?.();
  await expect.poll(() => finish).toHaveLength(2);
  end();
});

it('runs once, not all the time, at an interval that is longer than a timer can be', async () => {
  let runs = 0;
  const end = runAtRate(30 * 86_400_000, async () => {
    runs++;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  end();
  expect(runs).toBe(1);
});

it.each([
  ['rate(1 minute)', 60_000],
  ['rate(5 minutes)', 300_000],
  ['rate(1 hour)', 3_600_000],
  ['rate(2 days)', 172_800_000],
  ['rate(1 minutes)', undefined],
  ['rate(2 minute)', undefined],
  ['rate(0 minutes)', undefined],
  ['rate(1.5 hours)', undefined],
  ['rate(1 week)', undefined],
  ['cron(0 12 * * ? *)', undefined],
])('reads %s', (expression, interval) => {
  expect(intervalOf(expression)).toBe(interval);
});
