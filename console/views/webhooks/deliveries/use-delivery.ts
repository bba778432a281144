import { useEffect, useState } from 'preact/hooks';
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

/** @param attemptCount the number of earlier attempts */
const awaited = (attemptCount: number) => ({ until: Date.now() + LONGEST_MILLISECONDS, attemptCount });

/**
 * A delivery, polled every second while an attempt is in progress.
 *
 * @param attemptCount the number of earlier attempts, if one was just started
 */
export const useDelivery = (id: string, attemptCount?: number): FollowedDelivery => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => api.request('GET /deliveries/{id}', { id }, signal), [api, id]);
  const [following, setFollowing] = useState(() =>
    attemptCount === undefined ? undefined : awaited(attemptCount),
  );
  const { value, isLoading, error, reload } = loaded;
  useEffect(() => {
    if (following === undefined || isLoading || value === undefined) return undefined;
    const isSettled = value.nextAttemptAt === null || value.attemptCount > following.attemptCount;
    if (error !== undefined || isSettled || Date.now() > following.until) {
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
      setFollowing(awaited(value?.attemptCount ?? 0));
      reload();
    },
  };
};
