import type { EndpointDetails } from '../../../api/types.ts';
import type { Query } from '../../../routing/route.ts';

/** By the parameter of the API. */
export const SPANS = { lastDay: '24 hours', lastWeek: '7 days' } as const;

export type Span = keyof typeof SPANS;

export type Period = NonNullable<EndpointDetails['lastDay']>[number];

/** The span in an address. */
export const spanOf = ({ period }: Query): Span => (period === 'lastWeek' ? period : 'lastDay');

export const attemptsOf = ({ succeeded, failed }: Pick<Period, 'succeeded' | 'failed'>): number =>
  succeeded + failed;

/** The share of attempts that succeeded; `null` without attempts. */
export const successOf = (period: Pick<Period, 'succeeded' | 'failed'>): number | null =>
  attemptsOf(period) === 0 ? null : period.succeeded / attemptsOf(period);

export const sumOf = (periods: readonly Period[]): Pick<Period, 'succeeded' | 'failed'> => ({
  succeeded: periods.reduce((sum, { succeeded }) => sum + succeeded, 0),
  failed: periods.reduce((sum, { failed }) => sum + failed, 0),
});
