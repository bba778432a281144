import type { RequestCounts } from '../../../api/types.ts';
import type { Figure } from '../../../parts/figures.tsx';
import { type RequestFilters, requestsHref } from '../requests/request-paths.ts';
import { requestsOf } from './counts.ts';

/** How requests ended, each number linked to its requests. */
export const figuresOf = (counts: RequestCounts, filters: RequestFilters): readonly Figure[] => [
  { label: 'All', value: requestsOf(counts), href: requestsHref(filters) },
  { label: 'Succeeded', value: counts.succeeded, href: requestsHref({ ...filters, status: 'succeeded' }) },
  { label: 'Refused', value: counts.refused, href: requestsHref({ ...filters, status: 'refused' }) },
  {
    label: 'Failed',
    value: counts.failed,
    href: requestsHref({ ...filters, status: 'failed' }),
    isBad: counts.failed > 0,
  },
];
