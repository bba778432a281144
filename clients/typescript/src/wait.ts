import { setTimeout } from 'node:timers/promises';

/** Waits are up to 10% longer than requested, so that clients do not act in lockstep. */
const JITTER = 0.1;

/** Waits for some seconds. Throws the reason of the signal once that is aborted. */
export const waitFor = async (seconds: number, signal?: AbortSignal): Promise<void> => {
  const milliseconds = seconds * (1 + Math.random() * JITTER) * 1_000;
  await setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() =>
    signal?.throwIfAborted(),
  );
};
