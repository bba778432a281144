import { Worker } from 'node:worker_threads';
import { compiledCodeEnvironment } from '../../compile-cache.ts';
import { type LogFile, writeLine } from '../process/log-file.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { createLogWriter, lineOfOutput } from './function-log.ts';
import {
  type FunctionError,
  type InvocationResult,
  type InvokeMessage,
  toFunctionError,
  type WorkerMessage,
} from './invocation.ts';
import { postTogether } from './post-together.ts';
import type { RuntimeData } from './worker-runtime.ts';

/** A thread with an execution environment of a function, which runs concurrent invocations. */
export interface FunctionWorker {
  readonly definition: FunctionDefinition;
  /** Whether it runs at a lower priority. */
  readonly givesWay: boolean;
  /** Never rejects. */
  invoke(requestId: string, event: string): Promise<InvocationResult>;
  /** How many invocations are running. */
  readonly running: number;
  /**
   * Whether it can run another invocation. After a timeout, it ends with the last of those that are running.
   */
  readonly isUsable: boolean;
  /**
   * Whether it has ended an invocation recently, unless none is running: otherwise, one may block the thread.
   */
  readonly isResponsive: boolean;
  stop(): Promise<unknown>;
}

/**
 * Lambda's time limit for loading a function. After that, it loads the function again within the function's
 * own limit: https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
const INIT_MILLISECONDS = 10_000;
const UNRESPONSIVE_MILLISECONDS = 1_000;

/**
 * By default, V8 lets the garbage of requests grow to 192 MB in each thread before it collects it
 * (https://nodejs.org/docs/latest-v24.x/api/worker_threads.html#workerresourcelimits).
 */
const YOUNG_GENERATION_MEGABYTES = 12;

interface RunningInvocation {
  readonly requestId: string;
  readonly settle: (result: InvocationResult) => void;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Starts a thread, which loads the function immediately.
 *
 * @param options.concurrency bounds the memory of the thread; the caller runs at most as many invocations
 */
export const startWorker = (
  definition: FunctionDefinition,
  log: LogFile,
  { concurrency, givesWay }: { readonly concurrency: number; readonly givesWay: boolean },
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
      maxOldGenerationSizeMb: memoryMegabytes * concurrency,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES,
    },
  });

  const post = postTogether<InvokeMessage>(worker);

  let isReady = false;
  let isUsable = true;
  let respondedAt = 0;
  let invocations = 0;
  const running = new Map<number, RunningInvocation>();
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();

  const finish = (id: number, result: InvocationResult): void => {
    const invocation = running.get(id);
    clearTimeout(invocation?.timer);
    running.delete(id);
    invocation?.settle(result);
    if (!isUsable && running.size === 0) void worker.terminate();
  };
  /** Fails all invocations. */
  const giveUp = (errorOf: (requestId: string) => FunctionError): void => {
    isUsable = false;
    for (const [id, { requestId }] of running) finish(id, { error: errorOf(requestId) });
  };
  const limit = (id: number, milliseconds: number): void => {
    const invocation = running.get(id);
    if (invocation === undefined) return;
    const { requestId } = invocation;
    clearTimeout(invocation.timer);
    invocation.timer = setTimeout(() => {
      const errorMessage = `${requestId} Task timed out after ${(milliseconds / 1000).toFixed(2)} seconds`;
      writeLog('ERROR', requestId, [errorMessage]);
      // The others may still end.
      isUsable = false;
      finish(id, { error: { errorType: 'Sandbox.Timedout', errorMessage } });
    }, milliseconds);
  };
  /** The request of the running invocation; `undefined` if several run. */
  const requestId = (): string | undefined => {
    const [only, ...others] = running.values();
    return others.length === 0 ? only?.requestId : undefined;
  };

  for (const [stream, level] of [
    [worker.stdout, 'INFO'],
    [worker.stderr, 'ERROR'],
  ] as const) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
        const own = lineOfOutput(definition.name, line);
        if (own === undefined) writeLog(level, requestId(), [line]);
        else writeLine(log, own);
      }
    });
  }
  const receive = (message: WorkerMessage): void => {
    if ('logLoss' in message) log.onLoss(message.logLoss);
    else if ('isReady' in message) {
      isReady = true;
      onReady();
    } else {
      const { id, ...result } = message;
      finish(id, result);
    }
  };
  worker.on('message', (messages: readonly WorkerMessage[]) => {
    respondedAt = performance.now();
    for (const message of messages) receive(message);
  });
  worker.on('error', (error) => {
    writeLog('FATAL', requestId(), [error]);
    giveUp(() => toFunctionError(error));
  });
  worker.on('exit', (code) => {
    giveUp((id) => ({
      errorType: 'Runtime.ExitError',
      errorMessage: `RequestId: ${id} Error: Runtime exited with status ${code}`,
    }));
    onReady();
  });
  // Idle workers do not keep a stopping runner alive.
  worker.unref();

  return {
    definition,
    givesWay,
    get running() {
      return running.size;
    },
    get isUsable() {
      return isUsable;
    },
    get isResponsive() {
      return running.size === 0 || !isReady || performance.now() - respondedAt < UNRESPONSIVE_MILLISECONDS;
    },
    async invoke(requestId, event) {
      const id = ++invocations;
      const { promise: result, resolve: settle } = Promise.withResolvers<InvocationResult>();
      if (running.size === 0) respondedAt = performance.now();
      running.set(id, { requestId, settle, timer: undefined });
      if (!isReady) {
        limit(id, INIT_MILLISECONDS + timeoutMilliseconds);
        await ready;
      }
      if (!running.has(id)) return result;
      limit(id, timeoutMilliseconds);
      const deadline = Date.now() + timeoutMilliseconds;
      post({ id, requestId, event, deadline });
      return result;
    },
    stop: () => worker.terminate(),
  };
};
