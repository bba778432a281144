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
  /** Loads again. The old value stays meanwhile. */
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
 * @param load is passed the old value on a reload
 * @param dependencies a change starts over
 * @param merge combines the current value with a loaded one, which replaces it by default
 */
export const useLoad = <T>(
  load: (before?: T) => Promise<T>,
  dependencies: readonly unknown[],
  merge = (_: T | undefined, loaded: T): T => loaded,
): Loaded<T> => {
  const [state, setState] = useState<OwnState<T>>({ isLoading: true, of: dependencies });
  const latest = useRef<object>(null);
  const run = (before?: T): void => {
    const own = {};
    latest.current = own;
    const finish = (end: (value?: T) => Omit<State<T>, 'isLoading'>): void => {
      if (latest.current !== own) return;
      setState(({ value }) => ({ ...end(value), isLoading: false, of: dependencies }));
    };
    load(before).then(
      (loaded) => finish((value) => ({ value: merge(value, loaded) })),
      (error: unknown) => finish((value) => ({ value, error })),
    );
  };
  useEffect(() => {
    setState({ isLoading: true, of: dependencies });
    run();
    return () => {
      latest.current = null;
    };
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
