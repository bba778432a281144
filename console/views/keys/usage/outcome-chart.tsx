import { BarChart } from '../../../parts/bar-chart.tsx';
import { formatDay, formatNumber, formatShort, roundUp } from '../../../parts/numbers.ts';
import { type CountedDay, requestsOf } from './counts.ts';

/** From the bottom of a bar. */
const OUTCOMES = ['succeeded', 'refused', 'failed'] as const;
const COLORS = ['accent', 'gray', 'bad'] as const;

const titleOf = ({ date, counts }: CountedDay): string =>
  `${formatDay(date)}: ${OUTCOMES.map((each) => `${formatNumber(counts?.[each] ?? 0)} ${each}`).join(', ')}`;

/** A bar per day. */
export const OutcomeChart = ({ days }: { readonly days: readonly CountedDay[] }) => {
  const top = roundUp(Math.max(...days.map(({ counts }) => (counts === null ? 0 : requestsOf(counts)))));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <BarChart
      bars={days.map((day) => ({
        key: day.date,
        title: titleOf(day),
        values: day.counts && OUTCOMES.map((each) => day.counts?.[each] ?? 0),
      }))}
      top={top}
      topLabel={formatShort(top)}
      legends={OUTCOMES.map((name, index) => [COLORS[index] ?? 'accent', name])}
      ends={[first && formatDay(first.date), last && formatDay(last.date)]}
    />
  );
};
