/** The longest that a timer of Node.js can wait, in milliseconds. */
const LONGEST_TIMER = 2_147_483_647;

/**
 * Runs something now, and then at a fixed interval. What is due while it still runs is left out, so it never
 * overlaps with itself.
 *
 * @param run must not reject
 * @returns ends it; what runs by then goes on
 */
export const runAtRate = (intervalMilliseconds: number, run: () => Promise<void>): (() => void) => {
  let isRunning = false;
  let due = performance.now();
  let timer: NodeJS.Timeout;

  const tick = (): void => {
    const now = performance.now();
    if (now >= due) {
      due += intervalMilliseconds * (Math.floor((now - due) / intervalMilliseconds) + 1);
      if (!isRunning) {
        isRunning = true;
        void run().finally(() => {
          isRunning = false;
        });
      }
    }
    timer = setTimeout(tick, Math.min(Math.max(1, due - performance.now()), LONGEST_TIMER)).unref();
  };
  tick();
  return () => clearTimeout(timer);
};
