import { Worker } from 'node:worker_threads';
import { compiledCodeEnvironment } from '../../compile-cache.ts';
import type { LogFile } from '../process/log-file.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { createLogWriter } from './function-log.ts';
import {
  type FunctionError,
  type InvocationResult,
  type InvokeMessage,
  toFunctionError,
  type WorkerMessage,
} from './invocation.ts';
import type { RuntimeData } from './worker-runtime.ts';

/** An execution environment of a function, which runs one invocation at a time. */
export interface FunctionWorker {
  readonly definition: FunctionDefinition;
  /** Never rejects. Must not be called while another invocation is running. */
  invoke(requestId: string, event: string): Promise<InvocationResult>;
  /** Whether it can run another invocation. */
  readonly isUsable: boolean;
  stop(): Promise<unknown>;
}

/** Lambda's time limit for loading a function. */
const INIT_MILLISECONDS = 10_000;

/**
 * By default, V8 lets the garbage of requests grow to 192 MB in each thread before it collects it
 * (https://nodejs.org/docs/latest-v24.x/api/worker_threads.html#workerresourcelimits).
 */
const YOUNG_GENERATION_MEGABYTES = 12;

/** Starts a thread, which loads the function immediately. */
export const startWorker = (
  definition: FunctionDefinition,
  log: LogFile,
  givesWay: boolean,
): FunctionWorker => {
  const { environment, timeoutMilliseconds, memoryMegabytes, ...code } = definition;
  const data: RuntimeData = { code, logDescriptor: log.descriptor, givesWay };
  const writeLog = createLogWriter(log, definition.name);
  const worker = new Worker(new URL('./worker-runtime.ts', import.meta.url), {
    workerData: data,
    env: { ...environment(), ...compiledCodeEnvironment() },
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMegabytes,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES,
    },
  });

  let failure: FunctionError | undefined;
  let requestId: string | undefined;
  let settle: (result: InvocationResult) => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();

  const finish = (result: InvocationResult): void => {
    clearTimeout(timer);
    settle(result);
  };
  const giveUp = (error: FunctionError): void => {
    failure ??= error;
    finish({ error: failure });
  };
  const limit = (milliseconds: number): void => {
    timer = setTimeout(() => {
      const errorMessage = `${requestId} Task timed out after ${(milliseconds / 1000).toFixed(2)} seconds`;
      writeLog('ERROR', requestId, [errorMessage]);
      giveUp({ errorType: 'Sandbox.Timedout', errorMessage });
      void worker.terminate();
    }, milliseconds);
  };

  for (const [stream, level] of [
    [worker.stdout, 'INFO'],
    [worker.stderr, 'ERROR'],
  ] as const) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line.trim() !== '') writeLog(level, requestId, [line]);
    });
  }
  worker.on('message', (message: WorkerMessage) => {
    if ('isReady' in message) onReady();
    else if ('logLoss' in message) log.onLoss(message.logLoss);
    else finish(message);
  });
  worker.on('error', (error) => {
    writeLog('FATAL', requestId, [error]);
    giveUp(toFunctionError(error));
  });
  worker.on('exit', (code) => {
    const errorMessage = `RequestId: ${requestId} Error: Runtime exited with status ${code}`;
    giveUp({ errorType: 'Runtime.ExitError', errorMessage });
    onReady();
  });
  // Idle workers do not keep a stopping runner alive.
  worker.unref();

  return {
    definition,
    get isUsable() {
      return failure === undefined;
    },
    async invoke(id, event) {
      requestId = id;
      const result = new Promise<InvocationResult>((resolve) => {
        settle = resolve;
      });
      limit(INIT_MILLISECONDS);
      await ready;
      clearTimeout(timer);
      if (failure !== undefined) return { error: failure };
      limit(timeoutMilliseconds);
      const message: InvokeMessage = { requestId: id, event, deadline: Date.now() + timeoutMilliseconds };
      worker.postMessage(message);
      return result;
    },
    stop: () => worker.terminate(),
  };
};
