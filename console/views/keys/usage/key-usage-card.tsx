import type { UsagePlanLimits } from '../../../../shared/contract/rate-limit-policy.ts';
import type { KeyUsage } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { formatDay, formatNumber, formatShare } from './numbers.ts';
import { type DayUsage, UsageChart, type UsageProps } from './usage-chart.tsx';

const describe = ({ days, quota }: UsageProps): string => {
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const [busiest] = days.toSorted((one, other) => other.requests - one.requests);
  if (total === 0 || busiest === undefined) return 'No requests in this period.';
  const share = quota === undefined ? '' : `, ${formatShare(busiest.requests / quota)} of the daily quota`;
  return `${formatNumber(total)} ${total === 1 ? 'request' : 'requests'}; most on ${formatDay(busiest.date)}: ${formatNumber(busiest.requests)}${share}.`;
};

const columnsOf = (quota: number | undefined): readonly Column<DayUsage>[] => {
  const columns: readonly Column<DayUsage>[] = [
    { title: 'Day', isHeading: true, render: ({ date }) => formatDay(date) },
    { title: 'Requests', render: ({ requests }) => formatNumber(requests) },
  ];
  if (quota === undefined) return columns;
  return [...columns, { title: 'Share of quota', render: ({ requests }) => formatShare(requests / quota) }];
};

const Metered = ({ days, quota }: UsageProps) => (
  <>
    <p>{describe({ days, quota })}</p>
    {days.some(({ requests }) => requests > 0) && (
      <>
        <UsageChart days={days} quota={quota} />
        <details class="details">
          <summary>Daily numbers</summary>
          <DataTable
            caption="Requests per day"
            columns={columnsOf(quota)}
            items={days.toReversed()}
            keyOf={({ date }) => date}
          />
        </details>
      </>
    )}
  </>
);

interface KeyUsageCardProps {
  readonly usage: KeyUsage;
  /** The limits of the key's plan; absent if the plan no longer exists. */
  readonly limits: UsagePlanLimits | undefined;
}

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
    {days.every(({ metered }) => metered === null) ? (
      <p class="muted">Not metered: the key is revoked, expired or counted with its successor.</p>
    ) : (
      <Metered
        days={days.map(({ date, metered }) => ({ date, requests: metered ?? 0 }))}
        quota={limits?.dailyQuota}
      />
    )}
  </section>
);
