import { useCallback, useEffect, useState } from 'preact/hooks';
import type { DeliveryWithPayload } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { type Loaded, useLoad } from '../../../parts/use-load.ts';

const INTERVAL_MILLISECONDS = 1_000;
/** Receivers have 15 seconds to answer; what takes longer than this can be looked at again by hand. */
const LONGEST_MILLISECONDS = 25_000;

export interface FollowedDelivery extends Loaded<DeliveryWithPayload> {
  /** Whether an attempt is awaited. */
  readonly isAwaited: boolean;
  /** To be called when an attempt was just started. */
  readonly follow: () => void;
}

interface Following {
  readonly until: number;
  /** Attempts that were there before. */
  readonly attemptCount: number;
  /** What was shown then: it says nothing of what was started. */
  readonly shown: DeliveryWithPayload | undefined;
}

/** Whether something has come in, or cannot come in any more. */
const isSettled = ({ state, attemptCount }: DeliveryWithPayload, following: Following): boolean =>
  state !== 'pending' || attemptCount > following.attemptCount;

/**
 * A delivery, which is looked at every second while its attempt is under way.
 *
 * @param attemptCount attempts that there are already, if one was just started
 */
export const useDelivery = (id: string, attemptCount?: number): FollowedDelivery => {
  const { api } = useConsole();
  const load = useCallback(() => api.request('GET /deliveries/{id}', { id }), [api, id]);
  const loaded = useLoad(load);
  const from = (count: number): Following => ({
    until: Date.now() + LONGEST_MILLISECONDS,
    attemptCount: count,
    shown: loaded.value,
  });
  const [following, setFollowing] = useState<Following | undefined>(() =>
    attemptCount === undefined ? undefined : from(attemptCount),
  );
  const { value, isLoading, error, reload } = loaded;
  useEffect(() => {
    if (following === undefined || isLoading || value === undefined) return undefined;
    if (error === undefined && value === following.shown) return undefined;
    if (error !== undefined || isSettled(value, following) || Date.now() > following.until) {
      setFollowing(undefined);
      return undefined;
    }
    const timer = setTimeout(reload, INTERVAL_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [following, value, isLoading, error]);
  return {
    ...loaded,
    isAwaited: following !== undefined,
    follow: () => {
      setFollowing(from(value?.attemptCount ?? 0));
      reload();
    },
  };
};
