import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWarmWorkers, type WarmWorkers } from '../../../../infra/local/lambda/warm-workers.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Workers by name, and the names of those that were ended. */
const start = (names: readonly string[], options: { maxWorkers: number }) => {
  const warm: WarmWorkers<string> = createWarmWorkers({ ...options, idleMilliseconds: 1_000 });
  const ended: string[] = [];
  const idle = (name: string): void =>
    warm.idle(name, () => {
      ended.push(name);
      warm.ended();
    });
  for (const _ of names) warm.started();
  return { warm, idle, ended };
};

it('ends the longest idle worker when another one starts beyond the maximum', () => {
  const { warm, idle, ended } = start(['a', 'b', 'c'], { maxWorkers: 3 });
  for (const name of ['a', 'b', 'c']) idle(name);
  warm.busy('a');
  idle('a');
  expect(ended).toEqual([]);
  warm.started();
  expect(ended).toEqual(['b']);
  warm.started();
  expect(ended).toEqual(['b', 'c']);
});

it('never ends a busy worker, but ends a surplus worker once it becomes idle', () => {
  const { warm, idle, ended } = start(['a', 'b'], { maxWorkers: 2 });
  idle('a');
  warm.busy('a');
  warm.started();
  expect(ended).toEqual([]);
  idle('b');
  expect(ended).toEqual(['b']);
  idle('a');
  expect(ended).toEqual(['b']);
});

it('frees a slot when a worker ends', () => {
  const { warm, idle, ended } = start(['a', 'b'], { maxWorkers: 2 });
  idle('b');
  warm.ended();
  warm.started();
  expect(ended).toEqual([]);
});

it('ends each unused worker once, after some time', () => {
  const { warm, idle, ended } = start(['a', 'b'], { maxWorkers: 2 });
  idle('a');
  idle('b');
  vi.advanceTimersByTime(800);
  warm.busy('b');
  idle('b');
  vi.advanceTimersByTime(700);
  expect(ended).toEqual(['a']);
  vi.advanceTimersByTime(5_000);
  expect(ended).toEqual(['a', 'b']);
  expect(vi.getTimerCount()).toBe(0);
});
