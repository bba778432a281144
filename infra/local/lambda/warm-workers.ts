/** Bounds how many workers the functions have together. `T` is a worker. */
export interface WarmWorkers<T> {
  /** A worker was started: if there are too many now, the one that was idle for longest ends. */
  started(): void;
  /** @param end is called, once, when this worker is to end, which is no longer idle then */
  idle(worker: T, end: () => void): void;
  busy(worker: T): void;
  /** A worker is gone, however that went. */
  ended(): void;
}

export interface WarmWorkersOptions {
  /** More are started only while all are busy, and end as soon as they are idle. @default 32 */
  readonly maxWorkers?: number;
  /** A worker ends that is idle for so long, or by half longer. @default two minutes */
  readonly idleMilliseconds?: number;
}

/** Each takes some twenty megabytes: with fewer, a mixed load on all routes keeps starting them. */
const MAX_WORKERS = 32;
/** Lambda too ends what nobody invokes for some minutes. */
const IDLE_MILLISECONDS = 120_000;

/** Shared by all functions: those that are in use push out the workers of those that are not. */
export const createWarmWorkers = <T>({
  maxWorkers = MAX_WORKERS,
  idleMilliseconds = IDLE_MILLISECONDS,
}: WarmWorkersOptions = {}): WarmWorkers<T> => {
  // In the order in which they became idle.
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
