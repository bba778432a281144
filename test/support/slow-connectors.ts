import { describe, it } from 'vitest';

/** Skips a suite, and prints why. */
export const skipWithNotice = (title: string, reason: string): void => {
  console.info(`Skipped: ${title}: ${reason}.`);
  describe.skip(title, () => it(reason, () => {}));
};

/** Like `describe`, for tests that are too slow for `npm test`: they run with CONNECTORS=all. */
export const describeSlow = (title: string, tests: () => void): void => {
  if (process.env['CONNECTORS'] === 'all') describe(title, tests);
  else skipWithNotice(title, 'too slow for `npm test`, runs with `CONNECTORS=all npm run connectors`');
};
