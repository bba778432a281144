import { useCallback, useEffect, useState } from 'preact/hooks';
import type { DeliveryWithPayload } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { type Loaded, useLoad } from '../../../parts/use-load.ts';

const INTERVAL_MILLISECONDS = 1_000;
/** Endpoints have 15 seconds to respond; after this, users refresh manually. */
const LONGEST_MILLISECONDS = 25_000;

export interface FollowedDelivery extends Loaded<DeliveryWithPayload> {
  /** Whether an attempt is in progress. */
  readonly isAwaited: boolean;
  /** Call it after starting an attempt. */
  readonly follow: () => void;
}

interface Following {
  readonly until: number;
  /** The number of attempts before. */
  readonly attemptCount: number;
  /** The delivery shown before the attempt. */
  readonly shown: DeliveryWithPayload | undefined;
}

/** Whether the attempt has completed, or none is pending. */
const isSettled = ({ state, attemptCount }: DeliveryWithPayload, following: Following): boolean =>
  state !== 'pending' || attemptCount > following.attemptCount;

/**
 * A delivery, polled every second while an attempt is in progress.
 *
 * @param attemptCount the number of earlier attempts, if one was just started
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
