import type { AdminResponseBody } from '../../../../shared/contract/admin-response-bodies.ts';
import { useConsole } from '../../../console-context.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { EVENTS_PATH } from '../../../routing/event-paths.ts';
import { HomePart } from '../home-part.tsx';

/** What follows a change within seconds. */
const CURRENT_SECONDS = 10;
/** Longer than an ordinary peak, such as the start of a large import. */
const LATE_SECONDS = 60;

const behindText = (seconds: number): string => {
  if (seconds < 2 * 60) return `${seconds} s behind`;
  if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} minutes behind`;
  return `${Math.round(seconds / 3_600)} hours behind`;
};

const Delay = ({ seconds }: { readonly seconds: number }) => {
  if (seconds < CURRENT_SECONDS) return <StatusBadge tone="good">up to date</StatusBadge>;
  return (
    <StatusBadge tone={seconds < LATE_SECONDS ? 'neutral' : 'warning'}>{behindText(seconds)}</StatusBadge>
  );
};

type Delays = NonNullable<AdminResponseBody<'EventPage'>['delays']>;

const Shown = ({ feedSeconds, lookupSeconds }: Delays) => (
  <>
    <dl class="home-delays">
      <div>
        <dt>Event feed</dt>
        <dd>
          <Delay seconds={feedSeconds} />
        </dd>
      </div>
      <div>
        <dt>Lookups</dt>
        <dd>
          <Delay seconds={lookupSeconds} />
        </dd>
      </div>
    </dl>
    {Math.max(feedSeconds, lookupSeconds) >= LATE_SECONDS && (
      <p class="muted">
        No change is lost: both catch up after a large import. If they stay behind without one, contact the
        operator of this service.
      </p>
    )}
  </>
);

/** How far what follows changes is behind them. */
export const FeedPart = () => {
  const { api } = useConsole();
  const loaded = useLoad(
    async (signal) =>
      (await api.request('GET /events', { query: { limit: 1, include: ['delays'] } }, signal)).delays,
    [api],
  );
  return (
    <HomePart title="Feed and lookups" id="home-feed" path={EVENTS_PATH} loaded={loaded}>
      {(delays) => delays && <Shown {...delays} />}
    </HomePart>
  );
};
