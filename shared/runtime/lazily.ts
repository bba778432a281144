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
