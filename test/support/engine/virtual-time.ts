import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { createRandom } from '../values/random.ts';

interface Timer {
  readonly at: number;
  readonly wake: () => void;
}

const RealDate = Date;
const { setTimeout: realSleep } = timersPromises;
const clockOffset = new AsyncLocalStorage<number>();
/** In milliseconds since 1970, while {@link inVirtualTime} runs. */
let virtualNow: number | undefined;
let timers: Timer[] = [];

/** The time in milliseconds since 1970 that no clock is off from. */
export const trueTime = (): number => virtualNow ?? RealDate.now();

/** Runs code on a host whose clock is ahead by so many milliseconds; behind if negative. */
export const onClock = <T>(offset: number, run: () => T): T => clockOffset.run(offset, run);

const clock = (): number => trueTime() + (clockOffset.getStore() ?? 0);

class VirtualDate extends RealDate {
  constructor(value: number | string | Date = clock()) {
    super(value);
  }
  static override now(): number {
    return clock();
  }
}

const virtualSleep = async <T>(milliseconds = 0, value?: T): Promise<T | undefined> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = { at: trueTime() + milliseconds, wake: resolve };
  const place = timers.findLastIndex(({ at }) => at <= timer.at) + 1;
  timers.splice(place, 0, timer);
  await promise;
  return value;
};

/**
 * Runs code in which `Date` and `setTimeout` of `node:timers/promises` follow a virtual clock: when all
 * concurrent work waits, the clock jumps to the end of the shortest wait. With the same seed, the same things
 * happen in the same order, unless the code waits for real input or output, or for `AbortSignal.timeout`.
 *
 * One run at a time. What still waits at its end never continues.
 *
 * @param options.seed of `Math.random`
 * @param options.start milliseconds since 1970
 */
export const inVirtualTime = async <T>(
  run: () => Promise<T>,
  { seed = 0, start = RealDate.UTC(2026, 2, 1) } = {},
): Promise<T> => {
  if (virtualNow !== undefined) throw new Error('Virtual time is running already.');
  const { random } = Math;
  virtualNow = start;
  timers = [];
  Object.assign(globalThis, { Date: VirtualDate });
  Math.random = createRandom(seed);
  Object.assign(timersPromises, { setTimeout: virtualSleep });
  syncBuiltinESMExports();
  try {
    let isRunning = true;
    const result = run().finally(() => {
      isRunning = false;
    });
    result.catch(() => undefined);
    while (isRunning) {
      // Everything that waits for no timer runs first.
      await timersPromises.setImmediate();
      const next = isRunning ? timers.shift() : undefined;
      virtualNow = Math.max(virtualNow, next?.at ?? 0);
      next?.wake();
    }
    return await result;
  } finally {
    virtualNow = undefined;
    timers = [];
    Object.assign(globalThis, { Date: RealDate });
    Math.random = random;
    Object.assign(timersPromises, { setTimeout: realSleep });
    syncBuiltinESMExports();
  }
};
