/**
 * Preload this to control the clock of a process and of the functions in its threads. It changes `Date`, not
 * timers. The clocks of the engine and the queues stay correct, as on AWS.
 */
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads, {
  getEnvironmentData,
  isMainThread,
  setEnvironmentData,
  Worker,
  type WorkerOptions,
} from 'node:worker_threads';

const NAME = 'the offset of the clock';
if (isMainThread) setEnvironmentData(NAME, new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
const shared = getEnvironmentData(NAME);
if (!(shared instanceof SharedArrayBuffer)) throw new Error('The clock is not shared.');
const offset = new BigInt64Array(shared);

/** Sets how far the clock is ahead of the machine's, in milliseconds. */
export const setClock = (milliseconds: number): void => {
  Atomics.store(offset, 0, BigInt(milliseconds));
};

const machineNow = Date.now;
const now = (): number => machineNow() + Number(Atomics.load(offset, 0));
Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
});

// The AWS SDK signs by the date of the last response.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: unknown[]) {
  this.setHeader('Date', new Date().toUTCString());
  return Reflect.apply(writeHead, this, args);
};

class ClockedWorker extends Worker {
  constructor(file: string | URL, options: WorkerOptions) {
    const isFunction = String(file).endsWith('/worker-runtime.ts');
    super(file, isFunction ? { ...options, execArgv: ['--import', import.meta.url] } : options);
  }
}
if (isMainThread) {
  Reflect.set(workerThreads, 'Worker', ClockedWorker);
  syncBuiltinESMExports();
}
