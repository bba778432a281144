/** Runs in a thread of a test worker: ends a synchronous call that outlasts the limit of a test. */
import { workerData } from 'node:worker_threads';
import { endChildren } from './end-children.ts';

const beats: Int32Array = workerData;
/** Shorter than the time limit of a test, which no synchronous call may need. */
const BLOCKED_SECONDS = 90;
/** Then the call does not wait for a process. */
const UNRECOVERABLE_SECONDS = BLOCKED_SECONDS + 10;

/** Stands still while the machine sleeps, unlike a clock. */
let silentSeconds = 0;
let last = 0;

setInterval(() => {
  const now = Atomics.load(beats, 0);
  silentSeconds = now === last ? silentSeconds + 1 : 0;
  last = now;
  // A call that waits for a process returns then, and Vitest reports the test.
  if (silentSeconds === BLOCKED_SECONDS) endChildren();
  if (silentSeconds === UNRECOVERABLE_SECONDS) process.kill(process.pid, 'SIGKILL');
}, 1_000);
