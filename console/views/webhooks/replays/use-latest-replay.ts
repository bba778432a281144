import { useEffect, useRef } from 'preact/hooks';
import type { Replay } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { type Loaded, useLoad } from '../../../parts/use-load.ts';
import { isUnderWay, outcomeOf } from './replay-text.ts';

const POLL_MILLISECONDS = 2_000;

/**
 * The latest replay to an endpoint, followed while it is under way and the tab is visible.
 *
 * @param onEnded called when a followed replay has ended
 */
export const useLatestReplay = (id: string, onEnded: () => void): Loaded<Replay | null> => {
  const { api, announce } = useConsole();
  const loaded = useLoad<Replay | null>(
    async (signal) =>
      (await api.request('GET /webhook-endpoints/{id}', { id, query: { include: ['latestReplay'] } }, signal))
        .latestReplay,
    [api, id],
  );
  const { value: latest, isLoading, error, reload } = loaded;
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (!latest) return;
    if (isUnderWay(latest)) followed.current = latest.id;
    else if (followed.current === latest.id) {
      followed.current = undefined;
      announce(outcomeOf(latest));
      onEnded();
    }
  }, [latest]);
  useEffect(() => {
    if (!latest || !isUnderWay(latest) || isLoading || error !== undefined) return undefined;
    const refresh = (): void => {
      if (document.visibilityState === 'visible') reload();
    };
    const timer = setTimeout(refresh, POLL_MILLISECONDS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [latest, isLoading, error]);
  return loaded;
};
