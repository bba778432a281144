/** The middle one; of an even number, the mean of the two in the middle. NaN of none. */
export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [below = Number.NaN, above = below] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (below + above) / 2;
};
