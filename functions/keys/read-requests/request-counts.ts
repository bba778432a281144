import { invalidRequest, problemType } from '../../../shared/contract/problems.ts';
import { type RequestCounts, TooManyCountsError } from '../../../shared/keys/requests/count-requests.ts';

/** Counts as the admin API shows them. */
export const viewOfCounts = ({ refusals, ...counts }: RequestCounts) => ({
  ...counts,
  refusals: refusals.map(({ problem, requests }) => ({ problemType: problemType(problem), requests })),
});

/**
 * Answers counts that are too many with `invalid-request`, and throws any other error again.
 *
 * @param parameter the one that asks for fewer
 * @param detail what is wrong with it, and what is allowed
 */
export const rejectTooManyCounts =
  (parameter: string, detail: string) =>
  (error: unknown): never => {
    if (!(error instanceof TooManyCountsError)) throw error;
    throw invalidRequest([{ parameter, detail }]);
  };
