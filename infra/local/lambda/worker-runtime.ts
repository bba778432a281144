/**
 * A worker thread: does what the Node.js runtime of Lambda does around a handler.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../process/give-way.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { createLogWriter, type LogLevel } from './function-log.ts';
import {
  type InvocationResult,
  type InvokeMessage,
  MAX_RESPONSE_BYTES,
  toFunctionError,
  type WorkerMessage,
} from './invocation.ts';
import { postTogether } from './post-together.ts';

/** The `workerData` of a worker. */
export interface RuntimeData {
  readonly code: Pick<FunctionDefinition, 'name' | 'file' | 'handler'>;
  readonly logDescriptor: number;
  /** Whether it processes events, for which no request waits. */
  readonly givesWay: boolean;
}

type Handler = (event: unknown, context: object) => unknown;

const { code, logDescriptor, givesWay } = workerData as RuntimeData;
if (parentPort === null) throw new Error('This file runs in a worker thread.');
const post = postTogether<WorkerMessage>(parentPort);
const onLoss = (reason: string): void => post({ logLoss: reason });
const writeLog = createLogWriter({ descriptor: logDescriptor, onLoss }, code.name);
/** The id of the request whose invocation runs. */
const current = new AsyncLocalStorage<string>();

const redirectConsole = (): void => {
  const method =
    (level: LogLevel) =>
    (...values: unknown[]): void =>
      writeLog(level, current.getStore(), values);
  Object.assign(console, {
    // The functions log at INFO, so that Lambda drops these.
    trace: () => undefined,
    debug: () => undefined,
    log: method('INFO'),
    info: method('INFO'),
    warn: method('WARN'),
    error: method('ERROR'),
  });
};

/** The part of the context that functions use. */
const createContext = ({ requestId, deadline }: InvokeMessage): object => ({
  awsRequestId: requestId,
  functionName: code.name,
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

const serialize = (value: unknown): InvocationResult => {
  const payload = JSON.stringify(value) ?? 'null';
  // A UTF-16 unit takes at most three bytes in UTF-8, so most results need no exact measurement.
  if (payload.length * 3 <= MAX_RESPONSE_BYTES || Buffer.byteLength(payload) <= MAX_RESPONSE_BYTES) {
    return { payload };
  }
  return {
    error: {
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage:
        `Response payload size exceeded maximum allowed payload size (${MAX_RESPONSE_BYTES} ` + 'bytes).',
    },
  };
};

const invoke = async (handler: Handler, message: InvokeMessage): Promise<InvocationResult> => {
  try {
    return serialize(await handler(JSON.parse(message.event), createContext(message)));
  } catch (error) {
    writeLog('ERROR', message.requestId, [error]);
    return { error: toFunctionError(error) };
  }
};

const loadHandler = (): Handler => {
  const handler = createRequire(import.meta.url)(code.file)[code.handler];
  if (typeof handler === 'function') return (event, context) => handler(event, context);
  throw new Error(`${code.file} exports no function "${code.handler}".`);
};

// Node.js read it when it started this thread; Lambda has no such variable.
delete process.env['NODE_COMPILE_CACHE'];
redirectConsole();
const handler = loadHandler();
// Loading takes a tenth of a second of a processor, and beside busy processes ten seconds of a tenth of one.
if (givesWay) giveWay();
const run = async (message: InvokeMessage): Promise<void> => {
  const result = await invoke(handler, message);
  post({ ...result, id: message.id });
};
parentPort.on('message', (messages: readonly InvokeMessage[]) => {
  for (const message of messages) void current.run(message.requestId, run, message);
});
post({ isReady: true });
// Without compiled files, each thread loads the compiler of Node.js, which takes some megabytes.
flushCompileCache();
