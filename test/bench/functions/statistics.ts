import { median } from '../support/median.ts';

/** One figure over all samples of a variant. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Ratio to the floor: the median of the ratios within each round, which share the machine's state. */
  readonly ratio: number;
}

const round = (number: number): number => Number(number.toPrecision(4));

/** @param floor the same figure of the baseline, by round */
export const figureOf = (numbers: readonly number[], floor: readonly number[]): Figure => ({
  median: round(median(numbers)),
  min: round(Math.min(...numbers)),
  max: round(Math.max(...numbers)),
  ratio: round(median(numbers.map((number, index) => number / (floor[index] ?? Number.NaN)))),
});
