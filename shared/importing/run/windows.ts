/** Gathers the values of batches of any size into arrays of `size` each; the last one may hold fewer. */
export async function* windowsOf<T>(
  batches: AsyncIterable<readonly T[]>,
  size: number,
): AsyncGenerator<readonly T[]> {
  let window: T[] = [];
  for await (const batch of batches) {
    for (const value of batch) {
      window.push(value);
      if (window.length < size) continue;
      yield window;
      window = [];
    }
  }
  if (window.length > 0) yield window;
}
