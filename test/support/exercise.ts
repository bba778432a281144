import { expect, onTestFinished } from 'vitest';

/** Whether properties are tested as often as they say: `npm run check -- properties`. */
export const IS_THOROUGH = process.env['PROPERTIES'] === 'all';

/** The runs of a property that takes seconds: a quarter of them in `npm test`. */
export const runs = (all: number): number => (IS_THOROUGH ? all : Math.ceil(all / 4));

/**
 * Returns a function that counts what a property test did. At the end of the test, the counts are printed,
 * and it fails in `npm run check -- properties` if it never did one of these: generators that miss what a
 * test claims would let it pass.
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
    if (IS_THOROUGH) expect(missed, 'what the test never exercised').toEqual([]);
  });
  return (name: Name, times = 1): void => {
    counts.set(name, (counts.get(name) ?? 0) + times);
  };
};
