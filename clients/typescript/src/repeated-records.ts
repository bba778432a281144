/**
 * How long to wait after a page that only repeats the one before, in seconds. In order of change, the API
 * repeats what changed within the last ten seconds until it fits on a page, however often it is asked.
 */
export const REPEATED_PAGE_SECONDS = 1;

/** The records of a page without those that the page before it had in the same state. */
export const withoutRepeated = <T extends { readonly id: string }>(
  records: readonly T[],
  before: readonly T[],
): readonly T[] => {
  const known = new Map(before.map((record) => [record.id, record]));
  return records.filter((record) => {
    const earlier = known.get(record.id);
    return earlier === undefined || JSON.stringify(earlier) !== JSON.stringify(record);
  });
};
