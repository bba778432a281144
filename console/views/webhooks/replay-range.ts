import type { ReplayedRange } from '../../api/types.ts';
import { localTimeOf, timestampOfLocal } from '../../parts/local-time.ts';

/** A time range as it is typed in: local times such as `2026-01-31T09:30`. */
export type RangeValues = {
  readonly [K in 'after' | 'before' | 'states']: NonNullable<ReplayedRange[K]>;
};

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * The last day, up to the end of the present minute.
 *
 * @param now in milliseconds since 1970
 */
export const initialRange = (now: number): RangeValues => ({
  after: localTimeOf(now - DAY),
  before: localTimeOf(now + MINUTE),
  states: ['failed', 'missed'],
});

/** As the API takes it. */
export const rangeOf = ({ after, before, states }: RangeValues): ReplayedRange => ({
  after: timestampOfLocal(after, -1),
  before: timestampOfLocal(before, 1),
  states,
});
