import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeliveries, type Deliveries } from '../../../../infra/local/eventbridge/deliveries.ts';
import {
  type DeliveryFailure,
  type DeliveryJournal,
  openDeliveryJournal,
} from '../../../../infra/local/eventbridge/delivery-journal.ts';
import { oneAtATime } from '../../../../infra/local/eventbridge/one-at-a-time.ts';
import type { QueueMessage } from '../../../../infra/local/eventbridge/queue-sender.ts';
import { retryDelay } from '../../../../infra/local/eventbridge/retry-policy.ts';
import type { RuleDefinition } from '../../../../infra/local/eventbridge/rule.ts';
import type { TargetDefinition } from '../../../../infra/local/eventbridge/target.ts';

const HOUR = 3_600_000;
const target: TargetDefinition = {
  id: 't',
  kind: 'function',
  arn: 'arn:target',
  maximumRetryAttempts: 3,
  maximumAgeMilliseconds: 2 * HOUR,
};
const withDeadLetters = { ...target, deadLetterArn: 'arn:dead' };
const ruleOf = (...targets: TargetDefinition[]): RuleDefinition => ({
  arn: 'arn:rule',
  busName: 'b',
  isEnabled: true,
  targets,
});
const failure = { code: 'c', message: 'no\n\u0001way' };

let path: string;
let journal: DeliveryJournal;
let deliveries: Deliveries;
let errors: string[];
let dead: QueueMessage[];
let sent: string[];
let time: number;

const start = async (
  rules: readonly RuleDefinition[],
  send: () => Promise<DeliveryFailure | undefined>,
  bury: () => Promise<void> = async () => undefined,
): Promise<void> => {
  journal = await openDeliveryJournal(path);
  deliveries = createDeliveries({
    rules,
    journal,
    send: (_, event) => {
      sent.push(event);
      return send();
    },
    queues: {
      async send(_, message) {
        await bury();
        dead.push(message);
      },
      close: () => undefined,
    },
    retryDelay: () => 1,
    now: () => time,
    onError: (error) => errors.push(String(error)),
  });
};
const left = async (): Promise<number> => {
  const reader = await openDeliveryJournal(path);
  await reader.close();
  return reader.left.length;
};

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'deliveries-')), 'journal.jsonl');
  [errors, dead, sent, time] = [[], [], [], 0];
});
afterEach(async () => {
  await deliveries.stop();
  await journal.close();
});

describe('deliveries', () => {
  it('are dropped with a report when there is no dead-letter queue', async () => {
    const rule = ruleOf(target);
    await start([rule], async () => failure);
    await deliveries.deliver(rule, '{"a":1}');
    await expect.poll(() => errors).toHaveLength(1);
    expect(errors[0]).toContain('An event of arn:rule for t is dropped: MaximumRetryAttempts');
    expect(sent).toEqual(Array(4).fill('{"a":1}'));
    await deliveries.stop();
    expect(await left()).toBe(0);
  });

  it('end at the greatest age, too', async () => {
    const rule = ruleOf(withDeadLetters);
    await start([rule], async () => {
      time += HOUR;
      return failure;
    });
    await deliveries.deliver(rule, '{}');
    await expect.poll(() => dead).toHaveLength(1);
    expect(sent).toHaveLength(2);
    expect(dead[0]?.attributes).toMatchObject({
      EXHAUSTED_RETRY_CONDITION: 'MaximumEventAgeInSeconds',
      RETRY_ATTEMPTS: '1',
      ERROR_MESSAGE: 'no way',
    });
    expect(errors).toEqual([]);
  });

  it('wait for a dead-letter queue that does not take them, and for a day at most', async () => {
    const rule = ruleOf({ ...withDeadLetters, maximumRetryAttempts: 0 });
    let refusals = 2;
    const bury = async () => {
      if (refusals-- > 0) throw new Error('away');
    };
    await start([rule], async () => failure, bury);
    await deliveries.deliver(rule, '{}');
    await expect.poll(() => dead).toHaveLength(1);
    expect([sent.length, errors.length]).toEqual([1, 2]);

    refusals = Number.POSITIVE_INFINITY;
    await deliveries.deliver(rule, '{}');
    await expect.poll(() => errors.length).toBeGreaterThan(3);
    time += 26 * HOUR;
    await expect
      .poll(() => errors.at(-1))
      .toContain('is dropped: the dead-letter queue does not take it: away');
    await deliveries.stop();
    expect(await left()).toBe(0);
  });

  it('of a target that the stack no longer has are dropped at the next start', async () => {
    const rule = ruleOf(target);
    await start([rule], () => new Promise(() => undefined));
    await deliveries.deliver(rule, '{}', 1);
    await journal.close();
    await start([ruleOf()], async () => undefined);
    deliveries.resume();
    await expect.poll(() => errors).toHaveLength(1);
    expect(errors[0]).toContain('the stack no longer has this target');
    await deliveries.stop();
    expect(await left()).toBe(0);
  });

  it('to a target that takes them go on while another one fails', async () => {
    const rule = ruleOf(target, { ...target, id: 'u' });
    let calls = 0;
    await start([rule], async () => (calls++ === 0 ? failure : undefined));
    await deliveries.deliver(rule, '{}');
    await expect.poll(() => sent).toHaveLength(3);
    expect(errors).toEqual([]);
  });
});

it('lets runs of one target wait for each other, and no others', async () => {
  const running = new Map<TargetDefinition, number>();
  const most = new Map<TargetDefinition, number>();
  const other = { ...target };
  const send = oneAtATime(
    async (one) => {
      running.set(one, (running.get(one) ?? 0) + 1);
      most.set(one, Math.max(most.get(one) ?? 0, running.get(one) ?? 0));
      await new Promise((resolve) => setImmediate(resolve));
      running.set(one, (running.get(one) ?? 0) - 1);
      return undefined;
    },
    new Set([target]),
  );
  await Promise.all([target, target, target, other, other].map((one) => send(one, '{}')));
  expect([most.get(target), most.get(other)]).toEqual([1, 2]);
});

it('waits longer after each attempt, and ten minutes at most', () => {
  for (const [attempts, ceiling] of [
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [100, 600_000],
  ] as const) {
    for (let draw = 0; draw < 50; draw++) {
      expect(retryDelay(attempts)).toBeGreaterThanOrEqual(ceiling / 2);
      expect(retryDelay(attempts)).toBeLessThanOrEqual(ceiling);
    }
  }
});
