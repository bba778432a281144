/** An object with the same keys. */
export const mapEntries = <T, U>(
  object: Readonly<Record<string, T>>,
  map: (value: T) => U,
): Record<string, U> => {
  const mapped: Record<string, U> = {};
  for (const [name, value] of Object.entries(object)) mapped[name] = map(value);
  return mapped;
};
