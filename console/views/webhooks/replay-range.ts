import type { ReplayedRange } from '../../api/webhooks.ts';

/** A time range as it is typed in: local times such as `2026-01-31T09:30`. */
export interface RangeValues extends Pick<ReplayedRange, 'states'> {
  readonly after: string;
  readonly before: string;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** @param time in milliseconds since 1970 */
const localTime = (time: number): string =>
  new Date(time - new Date(time).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);

/**
 * The last day, up to the end of the present minute.
 *
 * @param now in milliseconds since 1970
 */
export const initialRange = (now: number): RangeValues => ({
  after: localTime(now - DAY),
  before: localTime(now + MINUTE),
  states: ['failed', 'missed'],
});

/** What cannot be read as a time is left as it is: the service says what is wrong with it. */
const timestamp = (local: string, milliseconds: number): string => {
  const time = Date.parse(local);
  return Number.isNaN(time) ? local : new Date(time + milliseconds).toISOString();
};

/** As the API takes it, which leaves both bounds out: somebody who types one in means to include it. */
export const rangeOf = ({ after, before, states }: RangeValues): ReplayedRange => ({
  after: timestamp(after, -1),
  before: timestamp(before, 1),
  states,
});
