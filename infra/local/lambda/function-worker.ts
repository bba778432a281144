import { Worker } from 'node:worker_threads';
import { compiledCodeEnvironment } from '../../compile-cache.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { createLogWriter, type FunctionLogFile } from './function-log.ts';
import {
  type FunctionError,
  INIT_MILLISECONDS,
  type InvocationResult,
  type WorkerMessage,
} from './invocation.ts';
import type { RuntimeData } from './worker-runtime.ts';

/** An execution environment of a function, which runs one invocation at a time. */
export interface FunctionWorker {
  /** Never rejects. Must not be called while another invocation is running. */
  invoke(requestId: string, event: string): Promise<InvocationResult>;
  /** Whether it can run another invocation. */
  readonly isUsable: boolean;
  stop(): Promise<void>;
}

const runtimeError = (errorType: string, errorMessage: string): InvocationResult => ({
  error: { errorType, errorMessage },
});

/**
 * By default, V8 lets the garbage of requests grow to 192 MB in each thread before it collects it
 * (https://nodejs.org/docs/latest-v24.x/api/worker_threads.html#workerresourcelimits).
 */
const YOUNG_GENERATION_MEGABYTES = 12;

/** Starts a thread, which loads the function immediately. */
export const startWorker = (
  definition: FunctionDefinition,
  log: FunctionLogFile,
  givesWay = false,
): FunctionWorker => {
  const { environment, ...rest } = definition;
  const data: RuntimeData = { definition: rest, logDescriptor: log.descriptor, givesWay };
  const writeLog = createLogWriter(log.descriptor, definition.name, definition.logLevel);
  const worker = new Worker(new URL('./worker-runtime.ts', import.meta.url), {
    workerData: data,
    env: { ...environment(), ...compiledCodeEnvironment() },
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: definition.memoryMegabytes,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES,
    },
  });

  let isUsable = true;
  let failure: FunctionError | undefined;
  let requestId: string | undefined;
  let settle: ((result: InvocationResult) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let onReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });

  const finish = (result: InvocationResult): void => {
    clearTimeout(timer);
    const settleCurrent = settle;
    settle = undefined;
    settleCurrent?.(result);
  };
  const giveUp = (errorType: string, errorMessage: string): void => {
    failure ??= { errorType, errorMessage };
    isUsable = false;
    finish({ error: failure });
  };
  const timeOut = (seconds: number): void => {
    const message = `${requestId} Task timed out after ${seconds.toFixed(2)} seconds`;
    writeLog('ERROR', requestId, [message]);
    giveUp('Sandbox.Timedout', message);
    void worker.terminate();
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
    else finish(message);
  });
  worker.on('error', (error) => {
    writeLog('FATAL', requestId, [error]);
    giveUp(
      error instanceof Error ? error.name : 'Error',
      error instanceof Error ? error.message : String(error),
    );
  });
  worker.on('exit', (code) => {
    giveUp('Runtime.ExitError', `RequestId: ${requestId} Error: Runtime exited with status ${code}`);
    onReady();
  });
  // Idle workers do not keep a stopping runner alive.
  worker.unref();

  return {
    get isUsable() {
      return isUsable;
    },
    async invoke(id, event) {
      requestId = id;
      const result = new Promise<InvocationResult>((resolve) => {
        settle = resolve;
      });
      timer = setTimeout(() => timeOut(INIT_MILLISECONDS / 1000), INIT_MILLISECONDS);
      await ready;
      clearTimeout(timer);
      if (!isUsable) {
        return failure === undefined
          ? runtimeError('Runtime.Unknown', 'The worker has ended.')
          : { error: failure };
      }
      const milliseconds = definition.timeoutMilliseconds;
      timer = setTimeout(() => timeOut(milliseconds / 1000), milliseconds);
      worker.postMessage({ requestId: id, event, deadline: Date.now() + milliseconds });
      return result;
    },
    async stop() {
      isUsable = false;
      await worker.terminate();
    },
  };
};
