import type { RequestCounts } from '../../../api/types.ts';
import { formatNumber } from '../../../parts/numbers.ts';
import { problemNameOf } from '../requests/problem-name.ts';

/** The refused requests by problem, such as `161 forbidden, 2 rate-limit-exceeded`. */
export const describeRefusals = ({ refusals }: Pick<RequestCounts, 'refusals'>): string =>
  refusals
    .map(({ problemType, requests }) => `${formatNumber(requests)} ${problemNameOf(problemType)}`)
    .join(', ');
