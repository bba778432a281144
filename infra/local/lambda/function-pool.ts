import { availableParallelism } from 'node:os';
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
   */
  invoke(requestId: string, event: string): Promise<InvocationResult>;
  /** Ends all workers; running invocations fail. */
  stop(): Promise<void>;
}

/**
 * Twice the cores, but between 4 and 8: some workers wait for the table while others compute, and more would
 * only compete for the cores, each after a cold start.
 */
const MAX_WORKERS = Math.min(8, Math.max(4, 2 * availableParallelism()));
/** Each takes some twenty megabytes: with fewer, a mixed load on all routes keeps starting them. */
const MAX_WARM = 32;
/** Lambda also ends environments that have been idle for some minutes. */
const IDLE_MILLISECONDS = 120_000;

export interface FunctionPoolOptions {
  /** @default twice the cores, but between 4 and 8 */
  readonly maxWorkers?: number | undefined;
  /** Whether its threads run at a lower priority. @default false */
  readonly givesWay?: boolean;
}

/**
 * Makes the pools of functions. They share a maximum of workers, beyond which workers start only while all are busy:
 * the longest idle one ends. An idle worker also ends after a while.
 *
 * A pool grows on demand like Lambda, up to `maxWorkers`; further invocations wait. The most recently used worker is
 * reused first, so that no more stay warm than the load needs.
 */
export const createFunctionPools = (
  log: LogFile,
  { maxWarm = MAX_WARM, idleMilliseconds = IDLE_MILLISECONDS } = {},
): ((definition: FunctionDefinition, options?: FunctionPoolOptions) => FunctionPool) => {
  const workers = new Set<FunctionWorker>();
  /** Longest idle first. */
  const idle = new Map<FunctionWorker, NodeJS.Timeout>();

  const end = (worker: FunctionWorker): void => {
    idle.delete(worker);
    workers.delete(worker);
    void worker.stop();
  };
  const endSurplus = (): void => {
    for (const worker of idle.keys()) if (workers.size > maxWarm) end(worker);
  };

  return (definition, { maxWorkers = MAX_WORKERS, givesWay = false } = {}) => {
    const waiting: ((worker: FunctionWorker) => void)[] = [];
    const isOwn = (worker: FunctionWorker): boolean => worker.definition === definition;

    const start = (): FunctionWorker => {
      const worker = startWorker(definition, log, givesWay);
      workers.add(worker);
      endSurplus();
      return worker;
    };

    const acquire = (): FunctionWorker | Promise<FunctionWorker> => {
      for (const worker of [...idle.keys()].filter(isOwn).reverse()) {
        clearTimeout(idle.get(worker));
        idle.delete(worker);
        if (worker.isUsable) return worker;
        workers.delete(worker);
      }
      const isFull = [...workers].filter(isOwn).length >= maxWorkers;
      return isFull ? new Promise((resolve) => waiting.push(resolve)) : start();
    };

    const release = (worker: FunctionWorker): void => {
      if (!worker.isUsable) workers.delete(worker);
      const next = waiting.shift();
      if (next !== undefined) next(worker.isUsable ? worker : start());
      else if (worker.isUsable) {
        idle.set(worker, setTimeout(() => end(worker), idleMilliseconds).unref());
        endSurplus();
      }
    };

    return {
      async invoke(requestId, event) {
        const worker = await acquire();
        try {
          return await worker.invoke(requestId, event);
        } finally {
          release(worker);
        }
      },
      async stop() {
        await Promise.all([...workers].filter(isOwn).map((worker) => worker.stop()));
      },
    };
  };
};
