import { setTimeout } from 'node:timers/promises';

const FIRST_PAUSE_MILLISECONDS = 50;
const LONGEST_PAUSE_MILLISECONDS = 200;

/**
 * Polls until a value is neither undefined nor false, and returns it. Throws after `seconds`, which only ends
 * a test that hangs: a busy machine may take minutes. Polls less often in long waits, in which requests of
 * the test would keep the service busy.
 */
export const eventually = async <T>(
  what: () => T | undefined | Promise<T | undefined>,
  seconds = 300,
): Promise<T> => {
  const end = Date.now() + seconds * 1000;
  for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = Math.min(1.2 * pause, LONGEST_PAUSE_MILLISECONDS)) {
    const value = await what();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`It did not come within ${seconds} seconds: ${what}`);
    await setTimeout(pause);
  }
};
