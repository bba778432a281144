import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { restoreScroll } from '../routing/scroll.ts';

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
 *
 * @param load is passed the old value on a reload; the signal ends with the component, or with another load
 * @param dependencies a change starts over
 * @param merge combines the current value with a loaded one, which replaces it by default
 */
export const useLoad = <T>(
  load: (signal: AbortSignal, before?: T) => Promise<T>,
  dependencies: readonly unknown[],
  merge = (_: T | undefined, loaded: T): T => loaded,
): Loaded<T> => {
  const [state, setState] = useState<OwnState<T>>({ isLoading: true, of: dependencies });
  const latest = useRef<AbortController>(null);
  const run = (before?: T): void => {
    latest.current?.abort();
    const own = new AbortController();
    latest.current = own;
    const finish = (end: (value?: T) => Omit<State<T>, 'isLoading'>): void => {
      if (own.signal.aborted) return;
      setState(({ value }) => ({ ...end(value), isLoading: false, of: dependencies }));
    };
    load(own.signal, before).then(
      (loaded) => finish((value) => ({ value: merge(value, loaded) })),
      (error: unknown) => finish((value) => ({ value, error })),
    );
  };
  useEffect(() => {
    setState({ isLoading: true, of: dependencies });
    run();
    return () => latest.current?.abort();
  }, dependencies);
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
    set: (change) => setState((before) => ({ ...before, value: change(before.value) })),
  };
};
