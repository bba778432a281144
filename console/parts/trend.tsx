interface TrendProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** What they show, in words. */
  readonly label: string;
}

const HEIGHT = 20;
const BAR_SPACE = 4;
const BAR_WIDTH = 3;
/** Keeps small values visible. */
const LEAST_HEIGHT = 2;

/** Small bars in a line of text. */
export const Trend = ({ values, label }: TrendProps) => {
  const top = Math.max(1, ...values);
  return (
    <svg
      class="trend chart-bad"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length * BAR_SPACE} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      <title>{label}</title>
      {values.map((value, index) => {
        if (value === 0) return null;
        const height = Math.max(LEAST_HEIGHT, (value / top) * HEIGHT);
        return (
          <rect
            key={`${index}`}
            class="chart-bar"
            x={index * BAR_SPACE}
            y={HEIGHT - height}
            width={BAR_WIDTH}
            height={height}
          />
        );
      })}
    </svg>
  );
};
