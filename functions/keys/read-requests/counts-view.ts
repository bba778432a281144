import { problemType } from '../../../shared/contract/problems.ts';
import type { RequestCounts } from '../../../shared/keys/requests/count-requests.ts';

/** Counts as the admin API shows them. */
export const viewOfCounts = ({ refusals, ...counts }: RequestCounts) => ({
  ...counts,
  refusals: refusals.map(({ problem, requests }) => ({ problemType: problemType(problem), requests })),
});
