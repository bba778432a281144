import { describe, it } from 'vitest';

/** Why tests are skipped by `npm test`; `undefined` if they run. */
export const tooSlow =
  process.env['CONNECTORS'] === 'all'
    ? undefined
    : { skipped: 'too slow for `npm test`, runs with `npm run check -- connectors`' };

/** Skips a suite, and prints why. */
export const skipWithNotice = (title: string, reason: string): void => {
  console.info(`Skipped: ${title}: ${reason}.`);
  describe.skip(title, () => it(reason, () => {}));
};

/** Like `describe`, for tests that run only with `npm run check -- connectors`. */
export const describeSlow = (title: string, tests: () => void): void => {
  if (tooSlow === undefined) describe(title, tests);
  else skipWithNotice(title, tooSlow.skipped);
};
