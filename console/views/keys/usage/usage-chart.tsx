import type { KeyUsage } from '../../../api/types.ts';
import { formatDay, formatNumber, formatShort, topOf } from './numbers.ts';

/** The metered requests of a day. */
export interface DayUsage extends Pick<KeyUsage['days'][number], 'date'> {
  readonly requests: number;
}

export interface UsageProps {
  readonly days: readonly DayUsage[];
  /** Requests per day; absent if unknown. */
  readonly quota: number | undefined;
}

/** The height in units of the drawing, which is stretched to the available width. */
const HEIGHT = 100;
const DAY_WIDTH = 10;
const BAR_WIDTH = 7;
/** Keeps days with few requests visible. */
const LEAST_HEIGHT = 1.5;

const Line = ({ y, width, name }: { readonly y: number; readonly width: number; readonly name: string }) => (
  <line class={name} x1={0} x2={width} y1={y} y2={y} vector-effect="non-scaling-stroke" />
);

/** A bar per day, hidden from screen readers, which read the table instead. */
export const UsageChart = ({ days, quota }: UsageProps) => {
  const top = topOf(Math.max(...days.map(({ requests }) => requests)), quota);
  const width = days.length * DAY_WIDTH;
  const isQuotaShown = quota !== undefined && quota <= top;
  const heightOf = (requests: number): number =>
    requests === 0 ? 0 : Math.max(LEAST_HEIGHT, (requests / top) * HEIGHT);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure class="chart" aria-hidden="true">
      <div class="chart-scale">
        <span>{formatShort(top)}</span>
        <span>0</span>
      </div>
      <div class="chart-drawing">
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <Line y={HEIGHT / 2} width={width} name="chart-line" />
          {days.map(({ date, requests }, index) => (
            <rect
              key={date}
              class={quota !== undefined && requests >= quota ? 'chart-bar chart-bar-full' : 'chart-bar'}
              x={index * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2}
              y={HEIGHT - heightOf(requests)}
              width={BAR_WIDTH}
              height={heightOf(requests)}
            >
              <title>{`${formatDay(date)}: ${formatNumber(requests)}`}</title>
            </rect>
          ))}
          {isQuotaShown && <Line y={HEIGHT * (1 - quota / top)} width={width} name="chart-quota" />}
        </svg>
      </div>
      <figcaption class="chart-days">
        <span>{first && formatDay(first.date)}</span>
        {isQuotaShown && <span class="chart-legend">daily quota: {formatShort(quota)}</span>}
        <span>{last && formatDay(last.date)}</span>
      </figcaption>
    </figure>
  );
};
