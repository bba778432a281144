import type { KeyUsage, RequestCounts, Usage } from '../../../api/types.ts';

/** A day of one key or of all. */
export type CountedDay = Usage['total'][number];

const NONE: RequestCounts = { succeeded: 0, refused: 0, failed: 0, refusals: [] };

const addRefusals = (
  one: RequestCounts['refusals'],
  other: RequestCounts['refusals'],
): RequestCounts['refusals'] => {
  const sums = new Map<string, number>();
  for (const { problemType, requests } of [...one, ...other]) {
    sums.set(problemType, (sums.get(problemType) ?? 0) + requests);
  }
  return [...sums]
    .map(([problemType, requests]) => ({ problemType, requests }))
    .toSorted((first, second) => second.requests - first.requests);
};

/** All days together. Days before the first counted one add nothing. */
export const sumOf = (days: readonly CountedDay[]): RequestCounts =>
  days.reduce(
    (sum, { counts }) =>
      counts === null
        ? sum
        : {
            succeeded: sum.succeeded + counts.succeeded,
            refused: sum.refused + counts.refused,
            failed: sum.failed + counts.failed,
            refusals: addRefusals(sum.refusals, counts.refusals),
          },
    NONE,
  );

export const requestsOf = ({ succeeded, refused, failed }: RequestCounts): number =>
  succeeded + refused + failed;

/** The requests of the busiest day that count against the quota; `null` for a key that is not metered. */
export const mostMetered = ({ days }: Pick<KeyUsage, 'days'>): number | null =>
  days.every(({ metered }) => metered === null) ? null : Math.max(...days.map(({ metered }) => metered ?? 0));

/** A key with its sums. */
export interface SummedKey {
  readonly usage: KeyUsage;
  readonly counts: RequestCounts;
  readonly total: number;
}

export const sumKey = (usage: KeyUsage): SummedKey => {
  const counts = sumOf(usage.days);
  return { usage, counts, total: requestsOf(counts) };
};
