import { useEffect, useRef } from 'preact/hooks';
import type { Replay } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { useFollowing } from '../../../parts/use-following.ts';
import { type Loaded, useLoad } from '../../../parts/use-load.ts';
import { isUnderWay, outcomeOf } from './replay-text.ts';

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
  const { value: latest } = loaded;
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
  useFollowing(loaded, !!latest && isUnderWay(latest));
  return loaded;
};
