import { expect } from 'vitest';

/**
 * Runs a property test that counts what it did, prints the counts, and fails if it never did one of these:
 * generators that miss what a test claims would let it pass.
 *
 *     await exercise(['erasures', 'restarts'], (count) =>
 *       fc.assert(fc.asyncProperty(…, async (…) => {
 *         if (await erase()) count('erasures');
 *       })),
 *     );
 */
export const exercise = async <Name extends string>(
  names: readonly Name[],
  run: (count: (name: Name, times?: number) => void) => Promise<void> | void,
): Promise<void> => {
  const counts = new Map(names.map((name) => [name, 0]));
  await run((name, times = 1) => {
    counts.set(name, (counts.get(name) ?? 0) + times);
  });
  const texts = [...counts].map(([name, times]) => `${times} ${name}`);
  // The console may be mocked.
  process.stdout.write(`${expect.getState().currentTestName}: ${texts.join(', ')}\n`);
  const missed = [...counts].flatMap(([name, times]) => (times > 0 ? [] : [name]));
  expect(missed, 'what the test never exercised').toEqual([]);
};
