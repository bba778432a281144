/**
 * Gathers the values of batches of any size into arrays.
 *
 * @param size the weight at which an array is complete; the last one may hold less
 */
export async function* windowsOf<T>(
  batches: AsyncIterable<readonly T[]>,
  size: number,
  weightOf: (value: T) => number = () => 1,
): AsyncGenerator<readonly T[]> {
  let window: T[] = [];
  let weight = 0;
  for await (const batch of batches) {
    for (const value of batch) {
      window.push(value);
      weight += weightOf(value);
      if (weight < size) continue;
      yield window;
      window = [];
      weight = 0;
    }
  }
  if (window.length > 0) yield window;
}
