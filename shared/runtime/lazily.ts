/**
 * Makes something when it is first needed, and then keeps it. A failure to make it is not kept.
 *
 * @param make with `import()` of what it is made of, which then costs a cold start nothing where it is not needed
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
