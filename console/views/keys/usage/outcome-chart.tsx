import { type CountedDay, requestsOf } from './counts.ts';
import { formatDay, formatNumber, formatShort, roundUp } from './numbers.ts';

/** In units of the drawing, which is stretched to the available width. */
const HEIGHT = 100;
const DAY_WIDTH = 10;
const BAR_WIDTH = 7;
/** Keeps days with few requests visible. */
const LEAST_HEIGHT = 1.5;

/** From the bottom of a bar. */
const OUTCOMES = ['succeeded', 'refused', 'failed'] as const;

const Day = ({ day, x, top }: { readonly day: CountedDay; readonly x: number; readonly top: number }) => {
  const { counts, date } = day;
  if (counts === null) return null;
  let y = HEIGHT;
  return (
    <g>
      <title>
        {`${formatDay(date)}: ${OUTCOMES.map((each) => `${formatNumber(counts[each])} ${each}`).join(', ')}`}
      </title>
      {OUTCOMES.filter((each) => counts[each] > 0).map((each) => {
        const height = Math.max(LEAST_HEIGHT, (counts[each] / top) * HEIGHT);
        y -= height;
        return (
          <rect key={each} class={`chart-bar chart-${each}`} x={x} y={y} width={BAR_WIDTH} height={height} />
        );
      })}
    </g>
  );
};

/** A bar per day, hidden from screen readers, which read the table instead. */
export const OutcomeChart = ({ days }: { readonly days: readonly CountedDay[] }) => {
  const top = roundUp(Math.max(...days.map(({ counts }) => (counts === null ? 0 : requestsOf(counts)))));
  const width = days.length * DAY_WIDTH;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure class="chart" aria-hidden="true">
      <div class="chart-scale">
        <span>{formatShort(top)}</span>
        <span>0</span>
      </div>
      <div class="chart-drawing">
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <line
            class="chart-line"
            x1={0}
            x2={width}
            y1={HEIGHT / 2}
            y2={HEIGHT / 2}
            vector-effect="non-scaling-stroke"
          />
          {days.map((day, index) => (
            <Day key={day.date} day={day} x={index * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2} top={top} />
          ))}
        </svg>
      </div>
      <figcaption class="chart-days">
        <span>{first && formatDay(first.date)}</span>
        <span class="chart-legends">
          {OUTCOMES.map((each) => (
            <span key={each}>
              <span class={`chart-swatch chart-${each}`} />
              {each}
            </span>
          ))}
        </span>
        <span>{last && formatDay(last.date)}</span>
      </figcaption>
    </figure>
  );
};
