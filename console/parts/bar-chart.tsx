/** In units of the drawing, which is stretched to the available width. */
const HEIGHT = 100;
const BAR_SPACE = 10;
const BAR_WIDTH = 7;
/** Keeps small values visible. */
const LEAST_HEIGHT = 1.5;

export interface Bar {
  readonly key: string;
  /** What the mouse shows. */
  readonly title: string;
  /** From the bottom, one per legend; `null` without data. */
  readonly values: readonly number[] | null;
}

interface BarChartProps {
  readonly bars: readonly Bar[];
  /** The value at the top of the scale, and its label. */
  readonly top: number;
  readonly topLabel: string;
  /** The color and the name of each value. */
  readonly legends: readonly (readonly [color: 'accent' | 'gray' | 'bad', name: string])[];
  /** The first and the last label below the bars. */
  readonly ends: readonly [string | undefined, string | undefined];
}

const StackedBar = ({ bar, x, top, legends }: Omit<BarChartProps, 'bars'> & { bar: Bar; x: number }) => {
  let y = HEIGHT;
  return (
    <g>
      <title>{bar.title}</title>
      {bar.values?.map((value, index) => {
        if (value === 0) return null;
        const height = Math.max(LEAST_HEIGHT, (value / top) * HEIGHT);
        const color = legends[index]?.[0];
        y -= height;
        return (
          <rect
            key={color}
            class={`chart-bar chart-${color}`}
            x={x}
            y={y}
            width={BAR_WIDTH}
            height={height}
          />
        );
      })}
    </g>
  );
};

/** Stacked bars with a scale, hidden from screen readers: a table next to it has the same figures. */
export const BarChart = (props: BarChartProps) => {
  const { bars, topLabel, legends, ends } = props;
  const width = bars.length * BAR_SPACE;
  return (
    <figure class="chart" aria-hidden="true">
      <div class="chart-scale">
        <span>{topLabel}</span>
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
          {bars.map((bar, index) => (
            <StackedBar
              {...props}
              key={bar.key}
              bar={bar}
              x={index * BAR_SPACE + (BAR_SPACE - BAR_WIDTH) / 2}
            />
          ))}
        </svg>
      </div>
      <figcaption class="chart-days">
        <span>{ends[0]}</span>
        <span class="chart-legends">
          {legends.map(([color, name]) => (
            <span key={name}>
              <span class={`chart-swatch chart-${color}`} />
              {name}
            </span>
          ))}
        </span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
};
