/** Bounds the number of workers of all functions together. `T` is a worker. */
export interface WarmWorkers<T> {
  /** A worker was started: if there are too many now, the longest idle one ends. */
  started(): void;
  /** @param end called once if this worker has to end, which is then no longer idle */
  idle(worker: T, end: () => void): void;
  busy(worker: T): void;
  /** A worker has ended for any reason. */
  ended(): void;
}

export interface WarmWorkersOptions {
  /** More workers start only while all are busy, and end once idle. @default 32 */
  readonly maxWorkers?: number;
  /** An idle worker ends after 1 to 1.5 times this long. @default two minutes */
  readonly idleMilliseconds?: number;
}

/** Each takes some twenty megabytes: with fewer, a mixed load on all routes keeps starting them. */
const MAX_WORKERS = 32;
/** Lambda also ends environments that have been idle for some minutes. */
const IDLE_MILLISECONDS = 120_000;

/** Shared by all functions: workers in use evict idle ones. */
export const createWarmWorkers = <T>({
  maxWorkers = MAX_WORKERS,
  idleMilliseconds = IDLE_MILLISECONDS,
}: WarmWorkersOptions = {}): WarmWorkers<T> => {
  // Longest idle first.
  const idle = new Map<T, { readonly since: number; readonly end: () => void }>();
  let count = 0;
  let sweeping: NodeJS.Timeout | undefined;

  const endWhile = (isToEnd: (since: number) => boolean): void => {
    for (const [worker, { since, end }] of idle) {
      if (!isToEnd(since)) return;
      idle.delete(worker);
      end();
    }
  };
  const isTooMany = (): boolean => count > maxWorkers;
  const sweep = (): void => {
    const latest = performance.now() - idleMilliseconds;
    endWhile((since) => since <= latest);
    if (idle.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };

  return {
    started() {
      count += 1;
      endWhile(isTooMany);
    },
    idle(worker, end) {
      idle.set(worker, { since: performance.now(), end });
      endWhile(isTooMany);
      sweeping ??= setInterval(sweep, idleMilliseconds / 2).unref();
    },
    busy(worker) {
      idle.delete(worker);
    },
    ended() {
      count -= 1;
    },
  };
};
