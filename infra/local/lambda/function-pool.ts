import { availableParallelism } from 'node:os';
import type { FunctionDefinition } from './function-definition.ts';
import type { FunctionLogFile } from './function-log.ts';
import { type FunctionWorker, startWorker } from './function-worker.ts';
import type { InvocationResult } from './invocation.ts';
import type { WarmWorkers } from './warm-workers.ts';

/** A function that accepts concurrent invocations. */
export interface FunctionPool {
  readonly definition: FunctionDefinition;
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

export interface FunctionPoolDependencies {
  readonly definition: FunctionDefinition;
  readonly log: FunctionLogFile;
  /** Shared by all functions: decides when an idle worker ends. */
  readonly warmWorkers: WarmWorkers<FunctionWorker>;
  /** @default twice the cores, but between 4 and 8 */
  readonly maxWorkers?: number | undefined;
  /** Whether its threads run at a lower priority. @default false */
  readonly givesWay?: boolean;
}

/**
 * Grows on demand like Lambda, up to `maxWorkers`; further invocations wait. The most recently used worker is
 * reused first, so that no more stay warm than the load needs.
 */
export const createFunctionPool = ({
  definition,
  log,
  warmWorkers,
  maxWorkers = MAX_WORKERS,
  givesWay = false,
}: FunctionPoolDependencies): FunctionPool => {
  const workers = new Set<FunctionWorker>();
  const idle: FunctionWorker[] = [];
  const waiting: ((worker: FunctionWorker) => void)[] = [];

  const start = (): FunctionWorker => {
    const worker = startWorker(definition, log, givesWay);
    workers.add(worker);
    warmWorkers.started();
    return worker;
  };

  const forget = (worker: FunctionWorker): void => {
    if (workers.delete(worker)) warmWorkers.ended();
  };

  const keepWarm = (worker: FunctionWorker): void => {
    idle.push(worker);
    warmWorkers.idle(worker, () => {
      idle.splice(idle.indexOf(worker), 1);
      forget(worker);
      void worker.stop();
    });
  };

  const acquire = (): FunctionWorker | Promise<FunctionWorker> => {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      warmWorkers.busy(worker);
      if (worker.isUsable) return worker;
      forget(worker);
    }
    return workers.size < maxWorkers ? start() : new Promise((resolve) => waiting.push(resolve));
  };

  const release = (worker: FunctionWorker): void => {
    if (!worker.isUsable) forget(worker);
    const next = waiting.shift();
    if (next !== undefined) next(worker.isUsable ? worker : start());
    else if (worker.isUsable) keepWarm(worker);
  };

  return {
    definition,
    async invoke(requestId, event) {
      const worker = await acquire();
      try {
        return await worker.invoke(requestId, event);
      } finally {
        release(worker);
      }
    },
    async stop() {
      await Promise.all([...workers].map((worker) => worker.stop()));
    },
  };
};
