import { useEffect } from 'preact/hooks';
import type { Loaded } from './use-load.ts';

const POLL_MILLISECONDS = 2_000;

/** Loads a value again and again while it changes by itself and the tab is visible. */
export const useFollowing = <T>({ value, isLoading, error, reload }: Loaded<T>, isChanging: boolean): void =>
  useEffect(() => {
    if (!isChanging || isLoading || error !== undefined) return undefined;
    const refresh = (): void => {
      if (document.visibilityState === 'visible') reload();
    };
    const timer = setTimeout(refresh, POLL_MILLISECONDS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [value, isLoading, error, isChanging]);
