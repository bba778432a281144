import type { Replay } from '../../../api/types.ts';
import { formatCount, formatNumber } from '../../../parts/numbers.ts';

/** Whether it changes without an action of the user. */
export const isUnderWay = ({ state }: Pick<Replay, 'state'>): boolean =>
  state === 'queued' || state === 'running';

type Counts = Pick<Replay, 'replayed' | 'unavailable' | 'changed'>;

/** What was replayed, and what was not and why, in sentences. */
export const outcomeOf = ({ replayed, unavailable, changed }: Counts): string =>
  [
    `${formatCount(replayed, 'delivery', 'deliveries')} replayed.`,
    ...(unavailable === 0
      ? []
      : [`${formatNumber(unavailable)} not replayed: the event is no longer stored, or was too large.`]),
    ...(changed === 0
      ? []
      : [`${formatNumber(changed)} not replayed: delivered or attempted in the meantime.`]),
  ].join(' ');

/** How much is done, from 0 to 1; `undefined` if the total is unknown. */
export const shareOf = ({ totalCount, ...counts }: Counts & Pick<Replay, 'totalCount'>) =>
  totalCount === null
    ? undefined
    : Math.min(1, (counts.replayed + counts.unavailable + counts.changed) / Math.max(totalCount, 1));

const STATES: Readonly<Record<Replay['states'][number], string>> = {
  retrying: 'retrying',
  failed: 'failed',
  missed: 'missed',
  succeeded: 'succeeded',
};

/** Which deliveries it replays, such as “failed and missed deliveries”. */
export const selectionOf = ({ states }: Pick<Replay, 'states'>): string =>
  `${new Intl.ListFormat('en').format(states.map((state) => STATES[state]))} deliveries`;
