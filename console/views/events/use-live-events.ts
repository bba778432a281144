import { useEffect, useRef, useState } from 'preact/hooks';
import type { EventFilters, PlacedEvent } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';

const POLL_MILLISECONDS = 2_000;
/** Between two requests while there are more events than one returns. */
const CATCH_UP_MILLISECONDS = 500;
/** Events of one request. */
const LIMIT = 50;
/** Older ones leave the list. */
export const MAX_SHOWN = 200;
/** Then it pauses: someone who left the tab open would poll for days. */
const LONGEST_MILLISECONDS = 15 * 60_000;

export interface LiveEvents {
  /** Newest first. */
  readonly events: readonly PlacedEvent[];
  readonly isPaused: boolean;
  /** Whether it paused by itself. */
  readonly hasTimedOut: boolean;
  /** When the service was last asked, in milliseconds since 1970. */
  readonly checkedAt: number | undefined;
  /** The time of the last event that is shown, if more follow. */
  readonly behindSince: string | undefined;
  readonly error?: unknown;
  /** Whether a response is awaited. */
  readonly isAsking: boolean;
  readonly pause: () => void;
  /** Continues where it paused, or where no response arrived. */
  readonly resume: () => void;
}

interface State {
  readonly events: readonly PlacedEvent[];
  readonly cursor?: string | undefined;
  readonly checkedAt?: number;
  readonly behindSince?: string | undefined;
  readonly error?: unknown;
}

/** New events as they happen, by polling while the tab is visible, without a gap. */
export const useLiveEvents = (types: EventFilters['types']): LiveEvents => {
  const { api } = useConsole();
  const [state, setState] = useState<State>({ events: [] });
  const [isPaused, setPaused] = useState(false);
  const [hasTimedOut, setTimedOut] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [resumed, setResumed] = useState(0);
  const startedAt = useRef(Date.now());
  const { cursor, checkedAt, behindSince, error } = state;
  useEffect(() => {
    if (isPaused || error !== undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    let isBusy = false;
    const poll = async (): Promise<void> => {
      if (isBusy || document.visibilityState === 'hidden') return;
      isBusy = true;
      if (Date.now() - startedAt.current > LONGEST_MILLISECONDS) {
        setTimedOut(true);
        setPaused(true);
        return;
      }
      setAsking(true);
      const query = { types, tail: true, limit: LIMIT, cursor };
      try {
        const { items, nextCursor, hasMore } = await api.request('GET /events', { query }, signal);
        if (signal.aborted) return;
        setState(({ events }) => ({
          events: [...items.toReversed(), ...events].slice(0, MAX_SHOWN),
          cursor: nextCursor,
          checkedAt: Date.now(),
          behindSince: hasMore ? items.at(-1)?.event.timestamp : undefined,
        }));
      } catch (failure) {
        if (signal.aborted) return;
        setState((before) => ({ ...before, error: failure }));
      }
      setAsking(false);
    };
    const wait =
      cursor === undefined ? 0 : behindSince === undefined ? POLL_MILLISECONDS : CATCH_UP_MILLISECONDS;
    const timer = setTimeout(() => void poll(), wait);
    const onVisibility = (): void => void poll();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      leaving.abort();
      setAsking(false);
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [checkedAt, isPaused, error, resumed]);
  return {
    events: state.events,
    isPaused,
    hasTimedOut,
    checkedAt,
    behindSince,
    error,
    isAsking,
    pause: () => setPaused(true),
    resume: () => {
      startedAt.current = Date.now();
      setTimedOut(false);
      setPaused(false);
      setResumed(resumed + 1);
      setState((before) => ({ ...before, error: undefined }));
    },
  };
};
