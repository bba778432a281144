/**
 * Creates a value on first use and keeps it. A failure is not kept.
 *
 * @param make imports what it needs with `import()`, so that a cold start that never uses the value pays
 * nothing
 */
export const lazily = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};

interface Made<T> {
  /** In milliseconds, from before it was made. */
  readonly at: number;
  readonly value: Promise<T>;
}

/**
 * Like {@link lazily}, with a value per key. Concurrent calls for a key share one.
 *
 * @param most how many values are kept: those that were used last
 * @param now the current time in milliseconds
 */
export const lazilyByKey = <T>(most: number, now: () => number = Date.now) => {
  /** Least recently used first. */
  const kept = new Map<string, Made<T>>();
  /** @param isUsable whether a value that was made at a time may still be used */
  return (
    key: string,
    make: () => Promise<T>,
    isUsable: (at: number) => boolean = () => true,
  ): Promise<T> => {
    const known = kept.get(key);
    const isKnown = known !== undefined && isUsable(known.at);
    const made = isKnown ? known : { at: now(), value: make() };
    kept.delete(key);
    kept.set(key, made);
    if (isKnown) return made.value;
    made.value.catch(() => {
      if (kept.get(key) === made) kept.delete(key);
    });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return made.value;
  };
};
