import type { KeyUsage } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { DownloadRows } from '../../../parts/download-csv.tsx';
import { formatDay, formatNumber, formatShare } from '../../../parts/numbers.ts';
import { type CountedDay, requestsOf, sumOf } from './counts.ts';
import { OutcomeChart } from './outcome-chart.tsx';
import { describeRefusals } from './refusals.ts';

type Day = CountedDay & Partial<Pick<KeyUsage['days'][number], 'metered'>>;

const numberOr = (value: number | null | undefined) =>
  value === null || value === undefined ? <span class="muted">–</span> : formatNumber(value);

const COLUMNS: readonly Column<Day>[] = [
  { title: 'Day', width: 's', isHeading: true, render: ({ date }) => formatDay(date) },
  { title: 'Succeeded', isNumeric: true, render: ({ counts }) => numberOr(counts?.succeeded) },
  { title: 'Refused', isNumeric: true, render: ({ counts }) => numberOr(counts?.refused) },
  { title: 'Failed', isNumeric: true, render: ({ counts }) => numberOr(counts?.failed) },
  {
    title: 'Why refused',
    width: 'xl',
    isClipped: true,
    render: ({ counts }) => <span class="line muted">{counts && describeRefusals(counts)}</span>,
  },
];

const quotaColumns = (quota: number): readonly Column<Day>[] => [
  { title: 'Counted for the quota', isNumeric: true, render: ({ metered }) => numberOr(metered) },
  {
    title: 'Share of quota',
    isNumeric: true,
    render: ({ metered }) =>
      metered === null || metered === undefined ? <span class="muted">–</span> : formatShare(metered / quota),
  },
];

interface OutcomesByDayProps {
  /** Oldest first. */
  readonly days: readonly Day[];
  /** Of one key. */
  readonly quota?: number | undefined;
  readonly caption: string;
  /** Whether the table is open at first. @default false */
  readonly isOpen?: boolean;
}

/** The sums of some days; the table of the days and a chart on demand. */
export const OutcomesByDay = ({ days, quota, caption, isOpen = false }: OutcomesByDayProps) => {
  const sum = sumOf(days);
  const refusals = describeRefusals(sum);
  return (
    <>
      <p>
        {requestsOf(sum) === 0
          ? 'No requests in this period.'
          : `${formatNumber(sum.succeeded)} succeeded, ${formatNumber(sum.refused)} ` +
            `refused${refusals && ` (${refusals})`}, ${formatNumber(sum.failed)} failed.`}
      </p>
      <details class="details" open={isOpen}>
        <summary>By day</summary>
        <div class="toolbar">
          <DownloadRows name="requests-per-day" of="requests per day" rows={days} />
        </div>
        <DataTable
          caption={caption}
          columns={quota === undefined ? COLUMNS : [...COLUMNS, ...quotaColumns(quota)]}
          items={days.toReversed()}
          keyOf={({ date }) => date}
        />
      </details>
      {requestsOf(sum) > 0 && (
        <details class="details">
          <summary>Chart</summary>
          <OutcomeChart days={days} />
        </details>
      )}
    </>
  );
};
