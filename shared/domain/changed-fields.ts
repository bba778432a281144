import { isDeepStrictEqual } from 'node:util';

/**
 * The previous values of the top-level fields that differ between two states of a record. `changedAt` does
 * not count: it follows from the change.
 */
export const changedFields = (before: object, after: object): Readonly<Record<string, unknown>> => {
  const now = new Map(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(
      ([field, value]) => field !== 'changedAt' && !isDeepStrictEqual(value, now.get(field)),
    ),
  );
};
