import type { EventFilters } from '../../api/types.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ProblemMessage } from '../../parts/problem-message.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { EventTable } from './event-list.tsx';
import { type LiveEvents as Live, MAX_SHOWN, useLiveEvents } from './use-live-events.ts';

const secondsSince = (time: number): number => Math.max(0, Math.round((Date.now() - time) / 1_000));

/** Whether the list is up to date, and how far it is behind otherwise. */
const LiveState = ({ live: { isPaused, hasTimedOut, checkedAt, behindSince } }: { readonly live: Live }) => {
  const checked = checkedAt === undefined ? null : new Date(checkedAt).toISOString();
  if (isPaused) {
    return (
      <>
        <StatusBadge tone="warning">paused</StatusBadge> {hasTimedOut && 'It pauses after 15 minutes. '}Shows
        events until <Time at={checked} isExact />.
      </>
    );
  }
  if (behindSince !== undefined) {
    return (
      <>
        <StatusBadge tone="warning">behind</StatusBadge> by {secondsSince(Date.parse(behindSince))} s.
        Catching up …
      </>
    );
  }
  if (checked === null) return <>Connecting …</>;
  return (
    <>
      <StatusBadge tone="good">live</StatusBadge> Up to date at <Time at={checked} isExact />.
    </>
  );
};

/** New events as they happen, newest first. */
export const LiveEvents = ({ types }: { readonly types: EventFilters['types'] }) => {
  const live = useLiveEvents(types);
  const { events, isPaused, isAsking, error, pause, resume } = live;
  return (
    <>
      <div class="toolbar">
        <p>
          <LiveState live={live} />
        </p>
        <div class="actions">
          <button type="button" onClick={isPaused ? resume : pause}>
            {isPaused ? 'Resume' : 'Pause'}
          </button>
        </div>
      </div>
      {isAsking && (
        <Loading isQuiet onRetry={resume}>
          Waiting for the service …
        </Loading>
      )}
      {error !== undefined && <ProblemMessage error={error} onRetry={resume} />}
      {events.length === 0 ? (
        <EmptyState title="Waiting for events" text="New events appear here within seconds." />
      ) : (
        <EventTable events={events} />
      )}
      {events.length === MAX_SHOWN && <p class="hint">The latest {MAX_SHOWN} events.</p>}
    </>
  );
};
