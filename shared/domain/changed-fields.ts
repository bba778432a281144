import { isDeepStrictEqual } from 'node:util';

/**
 * The old values of the fields in which two states of a record differ. Fields inside a field count with it.
 */
export const changedFields = (before: object, after: object): Readonly<Record<string, unknown>> => {
  const now = new Map(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(([field, value]) => !isDeepStrictEqual(value, now.get(field))),
  );
};
