import { setTimeout } from 'node:timers/promises';

/** Polls until a value is neither undefined nor false, and returns it. Throws after `seconds`. */
export const eventually = async <T>(
  what: () => T | undefined | Promise<T | undefined>,
  seconds = 60,
): Promise<T> => {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await what();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`It did not come within ${seconds} seconds: ${what}`);
    await setTimeout(50);
  }
};
