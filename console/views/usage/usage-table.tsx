import { type Column, DataTable } from '../../parts/data-table.tsx';
import { formatDay, formatNumber, formatShare } from './numbers.ts';

export interface DayUsage {
  readonly date: string;
  readonly requests: number;
}

const columnsOf = (quota: number | undefined): readonly Column<DayUsage>[] => [
  { title: 'Day', isHeading: true, render: ({ date }) => formatDay(date) },
  { title: 'Requests', render: ({ requests }) => formatNumber(requests) },
  ...(quota === undefined
    ? []
    : [
        {
          title: 'Share of quota',
          render: ({ requests }: DayUsage) => formatShare(requests / quota),
        },
      ]),
];

/** The numbers of the chart as a table, newest day first. */
export const UsageTable = ({
  days,
  quota,
}: {
  readonly days: readonly DayUsage[];
  readonly quota: number | undefined;
}) => (
  <details class="details">
    <summary>Daily numbers</summary>
    <DataTable
      caption="Requests per day"
      columns={columnsOf(quota)}
      items={days.toReversed()}
      keyOf={({ date }) => date}
    />
  </details>
);
