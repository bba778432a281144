import type { UsagePlanLimits } from '../../../shared/contract/rate-limit-policy.ts';
import type { KeyUsage } from '../../api/types.ts';
import { formatDay, formatNumber, formatShare } from './numbers.ts';
import { UsageChart } from './usage-chart.tsx';
import { type DayUsage, UsageTable } from './usage-table.tsx';

interface KeyUsageCardProps {
  readonly usage: KeyUsage;
  /** The limits of the key's plan; absent if the plan no longer exists. */
  readonly limits: UsagePlanLimits | undefined;
}

const busiestOf = (days: readonly DayUsage[]): DayUsage | undefined =>
  days.reduce<DayUsage | undefined>(
    (most, day) => (most === undefined || day.requests > most.requests ? day : most),
    undefined,
  );

const describe = (days: readonly DayUsage[], quota: number | undefined): string => {
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const busiest = busiestOf(days);
  if (total === 0 || busiest === undefined) return 'No requests in this period.';
  const share = quota === undefined ? '' : `, ${formatShare(busiest.requests / quota)} of the daily quota`;
  return `${formatNumber(total)} ${total === 1 ? 'request' : 'requests'}; most on ${formatDay(busiest.date)}: ${formatNumber(busiest.requests)}${share}.`;
};

const Metered = ({
  days,
  quota,
}: {
  readonly days: readonly DayUsage[];
  readonly quota: number | undefined;
}) => (
  <>
    <p>{describe(days, quota)}</p>
    {days.some(({ requests }) => requests > 0) && (
      <>
        <UsageChart days={days} quota={quota} />
        <UsageTable days={days} quota={quota} />
      </>
    )}
  </>
);

/** The usage of one key. */
export const KeyUsageCard = ({ usage: { keyId, name, plan, days }, limits }: KeyUsageCardProps) => (
  <section class="card" aria-labelledby={`usage-${keyId}`}>
    <header class="card-header">
      <h2 id={`usage-${keyId}`}>{name}</h2>
      <span class="muted">
        {plan}
        {limits && ` · ${formatNumber(limits.dailyQuota)} per day`}
      </span>
    </header>
    {days === null ? (
      <p class="muted">Not metered: the key is revoked, expired or not active yet.</p>
    ) : (
      <Metered days={days} quota={limits?.dailyQuota} />
    )}
  </section>
);
