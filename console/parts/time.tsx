import { DATE_AND_TIME, timeFormat } from './time-zone.ts';

const DATE = timeFormat('en-GB', { dateStyle: 'medium' });
const EXACT = timeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
/** Older times are shown as dates; in seconds. */
const RECENT = 7 * 86_400;

const describe = (at: Date, now: number): string => {
  const seconds = (at.getTime() - now) / 1_000;
  if (Math.abs(seconds) >= RECENT) return DATE.format(at);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['minute', 60];
  if (Math.abs(seconds) < 60) return seconds > 0 ? 'in a moment' : 'just now';
  return RELATIVE.format(Math.round(seconds / size), unit);
};

interface TimeProps {
  readonly at: string | null;
  /** Replaces an absent time. */
  readonly none?: string;
  /** To the second, for comparison with logs. */
  readonly isExact?: boolean;
  /** As a point in time, such as after "since". */
  readonly isPoint?: boolean;
}

/** A relative time, or a date in the console's time zone, with the exact time as a tooltip. */
export const Time = ({ at, none, isExact = false, isPoint = false }: TimeProps) => {
  if (at === null) return <span class="muted">{none}</span>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <>{at}</>;
  return (
    <time dateTime={at} title={isExact ? at : DATE_AND_TIME.format(date)}>
      {isExact ? EXACT.format(date) : isPoint ? DATE_AND_TIME.format(date) : describe(date, Date.now())}
    </time>
  );
};
