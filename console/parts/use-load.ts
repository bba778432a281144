import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { restoreScroll } from '../routing/scroll.ts';

/** Bounds how often values are loaded again for users who return to the tab. */
const OLD_MILLISECONDS = 60_000;

interface State<T> {
  readonly value?: T | undefined;
  readonly isLoading: boolean;
  /** The error of the last attempt. */
  readonly error?: unknown;
}

/** A loaded value. */
export interface Loaded<T> extends State<T> {
  /** Loads again, and aborts a load that is under way. The old value stays meanwhile. */
  readonly reload: () => void;
  /** Replaces the value. */
  readonly set: (change: (value?: T) => T) => void;
}

/** A state, and the dependencies that it was loaded for. */
interface OwnState<T> extends State<T> {
  readonly of: readonly unknown[];
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, index) => Object.is(each, other[index]));

/**
 * Loads a value immediately. It is never shown with other dependencies than those that it was loaded for.
 * A user who returns to the tab sees it as it is now, unless it grows by merging.
 *
 * @param load is passed the old value on a reload; the signal ends with the component, or with another load
 * @param dependencies a change starts over
 * @param merge combines the current value with a loaded one, which replaces it by default
 */
export const useLoad = <T>(
  load: (signal: AbortSignal, before?: T) => Promise<T>,
  dependencies: readonly unknown[],
  merge?: (before: T | undefined, loaded: T) => T,
): Loaded<T> => {
  const [state, setState] = useState<OwnState<T>>({ isLoading: true, of: dependencies });
  const latest = useRef<AbortController>(null);
  const startedAt = useRef(0);
  const run = (before?: T, isQuiet = false): void => {
    latest.current?.abort();
    const own = new AbortController();
    latest.current = own;
    startedAt.current = Date.now();
    const finish = (end: (value?: T) => Omit<State<T>, 'isLoading'>): void => {
      if (own.signal.aborted) return;
      setState(({ value }) => ({ ...end(value), isLoading: false, of: dependencies }));
    };
    load(own.signal, before).then(
      (loaded) => finish((value) => ({ value: merge?.(value, loaded) ?? loaded })),
      (error: unknown) => finish((value) => (isQuiet ? { value } : { value, error })),
    );
  };
  useEffect(() => {
    setState({ isLoading: true, of: dependencies });
    run();
    return () => latest.current?.abort();
  }, dependencies);
  useEffect(() => {
    const { value, error } = state;
    if (merge !== undefined || value === undefined || error !== undefined) return undefined;
    const refresh = (): void => {
      const isOld = Date.now() - startedAt.current >= OLD_MILLISECONDS;
      if (isOld && document.visibilityState === 'visible') run(value, true);
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [state]);
  useLayoutEffect(restoreScroll, [state]);
  // The effect above starts over after this render.
  const { of: _, ...shown }: OwnState<T> = isSame(state.of, dependencies)
    ? state
    : { isLoading: true, of: dependencies };
  return {
    ...shown,
    reload: () => {
      setState(({ value }) => ({ value, isLoading: true, of: dependencies }));
      run(shown.value);
    },
    set: (change) => {
      // A quiet load may have read what is changed here.
      if (!shown.isLoading) latest.current?.abort();
      setState((before) => ({ ...before, value: change(before.value) }));
    },
  };
};
