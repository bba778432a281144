import { availableParallelism } from 'node:os';
import type { FunctionDefinition } from './function-definition.ts';
import type { FunctionLogFile } from './function-log.ts';
import { type FunctionWorker, startWorker } from './function-worker.ts';
import type { InvocationResult } from './invocation.ts';

/** A function that can be invoked any number of times at once. */
export interface FunctionPool {
  readonly definition: FunctionDefinition;
  /**
   * Never rejected: how an invocation fails is part of its result.
   *
   * @param event as JSON
   */
  invoke(requestId: string, event: string): Promise<InvocationResult>;
  /** Ends all workers; invocations under way fail. */
  stop(): Promise<void>;
}

/**
 * Threads of one function, twice the cores but between 4 and 8: some wait for the table while others compute,
 * and more would only compete, each with a cold copy of the code.
 */
const MAX_WORKERS = Math.min(8, Math.max(4, 2 * availableParallelism()));

/**
 * Grows on demand like Lambda, up to `maxWorkers`; further invocations wait for their turn. The worker that
 * became idle last is used first, so that no more stay warm than the load needs.
 */
export const createFunctionPool = (
  definition: FunctionDefinition,
  log: FunctionLogFile,
  maxWorkers = MAX_WORKERS,
): FunctionPool => {
  const workers = new Set<FunctionWorker>();
  const idle: FunctionWorker[] = [];
  const waiting: ((worker: FunctionWorker) => void)[] = [];

  const start = (): FunctionWorker => {
    const worker = startWorker(definition, log);
    workers.add(worker);
    return worker;
  };

  const acquire = (): FunctionWorker | Promise<FunctionWorker> => {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (worker.isUsable) return worker;
      workers.delete(worker);
    }
    return workers.size < maxWorkers ? start() : new Promise((resolve) => waiting.push(resolve));
  };

  const release = (worker: FunctionWorker): void => {
    if (!worker.isUsable) workers.delete(worker);
    const next = waiting.shift();
    if (next !== undefined) next(worker.isUsable ? worker : start());
    else if (worker.isUsable) idle.push(worker);
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
