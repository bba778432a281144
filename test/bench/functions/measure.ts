import type { Result } from './result.ts';
import { type Figure, figureOf } from './statistics.ts';
import { type Sample, takeSample, type Variant } from './take-sample.ts';

export interface MeasureOptions {
  /** Samples per variant. */
  readonly rounds: number;
  /**
   * Warm invocations per sample, after the same number of unmeasured ones; 0 measures only the cold start.
   */
  readonly invocations: number;
}

/** Takes samples of the variants in alternation. */
export const measure = async (
  variants: readonly Variant[],
  { rounds, invocations }: MeasureOptions,
): Promise<readonly Result[]> => {
  const samples = new Map<string, Sample[]>(variants.map(({ name }) => [name, []]));
  const samplesOf = (name: string): Sample[] => samples.get(name) ?? [];
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`\rround ${round + 1} of ${rounds} `);
    for (const variant of variants) {
      samplesOf(variant.name).push(await takeSample(variant, { warmUps: invocations, invocations }));
    }
  }
  process.stderr.write('\r                    \r');
  return variants.map((variant) => {
    const figure = (of: (sample: Sample) => number): Figure =>
      figureOf(samplesOf(variant.name).map(of), samplesOf(variant.floor).map(of));
    const bytesOf = (name: string) => variants.find((each) => each.name === name)?.bundleBytes ?? Number.NaN;
    return {
      name: variant.name,
      bundleBytes: figureOf([variant.bundleBytes], [bytesOf(variant.floor)]),
      cold: figure(({ cold }) => cold),
      coldCpu: figure(({ coldCpu }) => coldCpu),
      warmCpu: figure(({ warmCpu }) => warmCpu),
      p50: figure(({ p50 }) => p50),
      p99: figure(({ p99 }) => p99),
      rss: figure(({ rss }) => rss),
      logBytes: samplesOf(variant.name).at(-1)?.logBytes ?? 0,
    };
  });
};
