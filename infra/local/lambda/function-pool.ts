import type { LogFile } from '../process/log-file.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { type FunctionWorker, startWorker } from './function-worker.ts';
import type { InvocationResult } from './invocation.ts';

/** A function that accepts concurrent invocations. */
export interface FunctionPool {
  /**
   * Never rejects: a failure is part of the result.
   *
   * @param event as JSON
   * @param isLate whether the event has waited for seconds, so that no thread that runs it gives way
   */
  invoke(requestId: string, event: string, isLate?: boolean): Promise<InvocationResult>;
  /** Ends all workers; running invocations fail. */
  stop(): Promise<void>;
}

/**
 * More than usually run at once, so that one thread serves them: fewer threads wake each other less, and
 * their code stays in the caches of the processor. Others are for more, and for when that thread is blocked.
 */
const CONCURRENCY = 32;
const MAX_WORKERS = 4;
/** Each takes some twenty megabytes: with fewer, a mixed load on all routes keeps starting them. */
const MAX_WARM = 32;
/** Lambda also ends environments that have been idle for some minutes. */
const IDLE_MILLISECONDS = 120_000;

export interface FunctionPoolOptions {
  /** @default 4 */
  readonly maxWorkers?: number | undefined;
  /** How many invocations a worker runs at the same time. @default 32 */
  readonly concurrency?: number | undefined;
  /** Whether its threads run at a lower priority while its events are not late. @default false */
  readonly givesWay?: boolean;
}

/**
 * Makes the pools of functions. They share a maximum of workers, beyond which workers start only while all
 * are busy: the longest idle one ends. An idle worker also ends after a while.
 *
 * A pool grows on demand like Lambda, up to `maxWorkers`; further invocations wait. The most recently used
 * worker is reused first, so that no more stay warm than the load needs, unless it has not responded for a
 * while.
 */
export const createFunctionPools = (
  log: LogFile,
  { maxWarm = MAX_WARM, idleMilliseconds = IDLE_MILLISECONDS } = {},
): ((definition: FunctionDefinition, options?: FunctionPoolOptions) => FunctionPool) => {
  /** Longest unused first. */
  const workers = new Set<FunctionWorker>();
  const timers = new WeakMap<FunctionWorker, NodeJS.Timeout>();

  const end = (worker: FunctionWorker): void => {
    workers.delete(worker);
    void worker.stop();
  };
  const endSurplus = (): void => {
    for (const worker of workers) if (workers.size > maxWarm && worker.running === 0) end(worker);
  };

  return (definition, { maxWorkers = MAX_WORKERS, concurrency = CONCURRENCY, givesWay = false } = {}) => {
    const waiting: ((worker: FunctionWorker) => void)[] = [];
    /** A thread cannot raise its priority again, so others replace those that gave way. */
    let isBehind = false;
    const own = (): readonly FunctionWorker[] =>
      [...workers].filter((worker) => worker.definition === definition);

    const start = (): FunctionWorker => {
      const worker = startWorker(definition, log, { concurrency, givesWay: givesWay && !isBehind });
      workers.add(worker);
      return worker;
    };

    /** One that can run another invocation, unless all are busy and no other may start. */
    const available = (): FunctionWorker | undefined => {
      for (const worker of own()) {
        if (worker.running > 0) continue;
        if (!worker.isUsable) workers.delete(worker);
        else if (worker.givesWay && isBehind) end(worker);
      }
      const usable = own().filter(({ isUsable }) => isUsable);
      const free = usable.filter(({ running }) => running < concurrency);
      const responsive = free.findLast(({ isResponsive }) => isResponsive);
      return responsive ?? (usable.length < maxWorkers ? start() : free.at(-1));
    };

    const release = (worker: FunctionWorker): void => {
      if (workers.delete(worker)) workers.add(worker);
      const next = waiting.length === 0 ? undefined : available();
      if (next !== undefined) waiting.shift()?.(next);
      else if (worker.running === 0) {
        clearTimeout(timers.get(worker));
        timers.set(worker, setTimeout(() => end(worker), idleMilliseconds).unref());
        endSurplus();
      }
    };

    const run = async (worker: FunctionWorker, requestId: string, event: string) => {
      clearTimeout(timers.get(worker));
      const result = worker.invoke(requestId, event);
      endSurplus();
      try {
        return await result;
      } finally {
        release(worker);
      }
    };

    return {
      async invoke(requestId, event, isLate = false) {
        // Until its threads have ended for lack of events.
        isBehind = isLate || (isBehind && own().length > 0);
        const worker = available();
        if (worker !== undefined) return run(worker, requestId, event);
        return new Promise((resolve) => {
          waiting.push((freed) => resolve(run(freed, requestId, event)));
        });
      },
      async stop() {
        await Promise.all(own().map((worker) => worker.stop()));
      },
    };
  };
};
