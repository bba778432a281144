const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The next number upwards that is easy to read on an axis, such as 300. */
export const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return (STEPS.find((step) => step * power >= value) ?? 10) * power;
};

/**
 * Where the axis of a chart ends. The quota is drawn where it helps: once a day comes anywhere near it. Below that, the days
 * would be too small to be told apart.
 */
export const topOf = (most: number, quota: number | undefined): number =>
  quota !== undefined && most >= quota / 4 ? Math.max(roundUp(most), quota * 1.1) : roundUp(most);
