import { ACTIVITY_SAMPLE_SIZE } from '../../../../shared/contract/webhooks/webhook-limits.ts';
import type { EndpointDetails } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { BarChart } from '../../../parts/bar-chart.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { DownloadRows } from '../../../parts/download-csv.tsx';
import type { ListAddress } from '../../../parts/list-address.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { formatCount, formatNumber, formatShare, roundUp } from '../../../parts/numbers.ts';
import { Segments } from '../../../parts/segments.tsx';
import { timeFormat } from '../../../parts/time-zone.ts';
import { useLoad } from '../../../parts/use-load.ts';
import type { Query } from '../../../routing/route.ts';

/** By the parameter of the API. */
const SPANS = { lastDay: '24 hours', lastWeek: '7 days' } as const;

type Span = keyof typeof SPANS;

type Period = NonNullable<EndpointDetails['lastDay']>[number];

/** The span in an address. */
const spanOf = ({ period }: Query): Span => (period === 'lastWeek' ? period : 'lastDay');

const attemptsOf = ({ succeeded, failed }: Pick<Period, 'succeeded' | 'failed'>): number =>
  succeeded + failed;

/** The share of attempts that succeeded; `null` without attempts. */
const successOf = (period: Pick<Period, 'succeeded' | 'failed'>): number | null =>
  attemptsOf(period) === 0 ? null : period.succeeded / attemptsOf(period);

const sumOf = (periods: readonly Period[]): Pick<Period, 'succeeded' | 'failed'> => ({
  succeeded: periods.reduce((sum, { succeeded }) => sum + succeeded, 0),
  failed: periods.reduce((sum, { failed }) => sum + failed, 0),
});

const START = timeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const startOf = ({ start }: Period): string => START.format(new Date(start));

const duration = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : `${formatNumber(milliseconds)} ms`;

const COLUMNS: readonly Column<Period>[] = [
  { title: 'From', isHeading: true, render: startOf },
  {
    title: 'Deliveries',
    isNumeric: true,
    render: ({ deliveries, isSample }) =>
      isSample ? `newest ${formatNumber(deliveries)}` : formatNumber(deliveries),
  },
  { title: 'Succeeded', isNumeric: true, render: ({ succeeded }) => formatNumber(succeeded) },
  { title: 'Failed', isNumeric: true, render: ({ failed }) => formatNumber(failed) },
  { title: 'p50', isNumeric: true, render: ({ p50Milliseconds }) => duration(p50Milliseconds) },
  { title: 'p95', isNumeric: true, render: ({ p95Milliseconds }) => duration(p95Milliseconds) },
];

const DAY = timeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

interface DayOfAttempts {
  readonly day: string;
  readonly succeeded: number;
  readonly failed: number;
}

/** The attempts of each day, latest first. */
const daysOf = (periods: readonly Period[]): readonly DayOfAttempts[] => {
  const dayOf = ({ start }: Period): string => DAY.format(new Date(start));
  const days = [...new Set(periods.map(dayOf))].toReversed();
  return days.map((day) => ({ day, ...sumOf(periods.filter((period) => dayOf(period) === day)) }));
};

const DAY_COLUMNS: readonly Column<DayOfAttempts>[] = [
  { title: 'Day', isHeading: true, render: ({ day }) => day },
  { title: 'Attempts', isNumeric: true, render: (day) => formatNumber(attemptsOf(day)) },
  { title: 'Failed', isNumeric: true, render: ({ failed }) => formatNumber(failed) },
  {
    title: 'Error rate',
    isNumeric: true,
    render: (day) => (attemptsOf(day) === 0 ? '–' : formatShare(day.failed / attemptsOf(day))),
  },
];

/** What the mouse shows on a bar. */
const titleOf = (period: Period): string =>
  `${startOf(period)}: ${formatShare(successOf(period) ?? 0)} of ${attemptsOf(period)}, p50 ` +
  `${duration(period.p50Milliseconds)}, p95 ${duration(period.p95Milliseconds)}`;

const Charts = ({ periods }: { readonly periods: readonly Period[] }) => {
  const top = roundUp(Math.max(...periods.map(({ p95Milliseconds }) => p95Milliseconds ?? 0)));
  const [first, last] = [periods[0], periods.at(-1)];
  const ends = [first && startOf(first), last && startOf(last)] as const;
  return (
    <div class="activity">
      <div>
        <h3>Success rate</h3>
        <BarChart
          bars={periods.map((period) => {
            const share = successOf(period);
            const values = share === null ? null : [share, 1 - share];
            return { key: period.start, title: titleOf(period), values };
          })}
          top={1}
          topLabel="100%"
          legends={[
            ['accent', 'succeeded'],
            ['bad', 'failed'],
          ]}
          ends={ends}
        />
      </div>
      <div>
        <h3>Response time</h3>
        <BarChart
          bars={periods.map((period) => {
            const { p50Milliseconds: p50, p95Milliseconds: p95 } = period;
            const values = p50 === null || p95 === null ? null : [p50, p95 - p50];
            return { key: period.start, title: titleOf(period), values };
          })}
          top={top}
          topLabel={duration(top)}
          legends={[
            ['accent', 'p50'],
            ['gray', 'p95'],
          ]}
          ends={ends}
        />
      </div>
    </div>
  );
};

/** What the figures cover. Nothing counts attempts, so busy periods are sampled. */
const Summary = ({ periods }: { readonly periods: readonly Period[] }) => {
  const sum = sumOf(periods);
  const success = successOf(sum);
  if (success === null) return <p>No attempts in this period.</p>;
  return (
    <p>
      {formatShare(success)} of {formatCount(attemptsOf(sum), 'attempt')} succeeded.
      {periods.some(({ isSample }) => isSample) &&
        ` This is a sample: of busy periods, only the newest ${ACTIVITY_SAMPLE_SIZE} deliveries count.`}
    </p>
  );
};

interface ActivitySectionProps {
  readonly id: string;
  /** With the span. */
  readonly address: ListAddress;
  /** The number of times that deliveries were sent or attempted: another one loads again. */
  readonly sendings: number;
}

/** The success rate and the latency of an endpoint over time, by the time of the events. */
export const ActivitySection = ({ id, address, sendings }: ActivitySectionProps) => {
  const { api } = useConsole();
  const span = spanOf(address.filters);
  const loaded = useLoad<readonly Period[]>(
    async (signal) =>
      (await api.request('GET /webhook-endpoints/{id}', { id, query: { include: [span] } }, signal))[span] ??
      [],
    [api, id, span, sendings],
  );
  const periods = loaded.value;
  return (
    <section class="section" aria-labelledby="activity">
      <div class="section-heading">
        <h2 id="activity">Success and response time</h2>
        <Segments
          legend="Period"
          options={SPANS}
          value={span}
          onChange={(chosen) => address.change({ period: chosen })}
        />
      </div>
      <LoadedMessage loaded={loaded} />
      {periods && (
        <div class="card">
          <Summary periods={periods} />
          {attemptsOf(sumOf(periods)) > 0 && (
            <>
              <Charts periods={periods} />
              {span === 'lastWeek' && (
                <DataTable
                  caption="Error rate by day"
                  columns={DAY_COLUMNS}
                  items={daysOf(periods)}
                  keyOf={({ day }) => day}
                />
              )}
              <details class="details">
                <summary>As a table</summary>
                <div class="toolbar">
                  <DownloadRows name="response-times" of="response times" rows={periods} />
                </div>
                <DataTable
                  caption="Success and response time"
                  columns={COLUMNS}
                  items={periods.toReversed()}
                  keyOf={({ start }) => start}
                />
              </details>
            </>
          )}
        </div>
      )}
    </section>
  );
};
