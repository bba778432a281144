import type { KeyUsage } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { DownloadRows } from '../../../parts/download-csv.tsx';
import { Figures } from '../../../parts/figures.tsx';
import { formatDay, formatNumber, formatShare } from '../../../parts/numbers.ts';
import type { RequestFilters } from '../requests/request-paths.ts';
import { type CountedDay, requestsOf, sumOf } from './counts.ts';
import { figuresOf } from './figures-of.ts';
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
    render: ({ counts }) => <span class="muted">{counts && describeRefusals(counts)}</span>,
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
  /** What the requests are searched by. */
  readonly filters: Pick<RequestFilters, 'keyId' | 'after'>;
}

/** The sums of some days with a chart, and the table of the days on demand. */
export const OutcomesByDay = ({ days, quota, caption, filters }: OutcomesByDayProps) => {
  const sum = sumOf(days);
  const refusals = describeRefusals(sum);
  return (
    <>
      <Figures figures={figuresOf(sum, filters)} />
      {refusals && <p class="muted">Refused: {refusals}.</p>}
      {requestsOf(sum) > 0 && <OutcomeChart days={days} />}
      <details class="details">
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
    </>
  );
};
