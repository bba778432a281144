/**
 * Setup file: ends hanging tests that Vitest cannot end. Its time limits need the worker's event loop, which
 * a synchronous call blocks. And Vitest waits until every process has closed the worker's output, including
 * those that a failed test left running.
 */
import { Worker } from 'node:worker_threads';
import { endChildren } from './end-children.ts';

const WATCHED = Symbol.for('sales-data.blocked-worker');
const state: typeof globalThis & { [WATCHED]?: true } = globalThis;

// Workers without isolation load setup files once per test file.
if (state[WATCHED] === undefined) {
  state[WATCHED] = true;
  process.once('SIGTERM', () => {
    endChildren();
    process.exit();
  });
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), 1_000).unref();
  new Worker(new URL('watch-beats.ts', import.meta.url), { workerData: beats, execArgv: [] }).unref();
}
