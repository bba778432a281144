import { expect, onTestFinished } from 'vitest';

/**
 * Returns a function that counts what a property test did. At the end of the test, the counts are printed,
 * and it fails if it never did one of these: generators that miss what a test claims would let it pass.
 *
 *     const count = exercise('erasures', 'restarts');
 *     await fc.assert(fc.asyncProperty(…, async (…) => {
 *       if (await erase()) count('erasures');
 *     }));
 */
export const exercise = <Name extends string>(...names: readonly Name[]) => {
  const counts = new Map(names.map((name) => [name, 0]));
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') return;
    const texts = [...counts].map(([name, times]) => `${times} ${name}`);
    // The console may be mocked.
    process.stdout.write(`${task.name}: ${texts.join(', ')}\n`);
    const missed = [...counts].flatMap(([name, times]) => (times > 0 ? [] : [name]));
    expect(missed, 'what the test never exercised').toEqual([]);
  });
  return (name: Name, times = 1): void => {
    counts.set(name, (counts.get(name) ?? 0) + times);
  };
};
