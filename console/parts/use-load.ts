import { useEffect, useState } from 'preact/hooks';

/** A loaded value. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly isLoading: boolean;
  /** The error of the last attempt. */
  readonly error: unknown;
  readonly reload: () => void;
  /** Replaces the value. */
  readonly set: (value: T) => void;
}

interface State<T> {
  readonly value?: T | undefined;
  readonly error?: unknown;
  readonly isLoading: boolean;
}

/**
 * Loads a value immediately. The old value stays during a reload.
 *
 * @param load must be stable; a new function starts over
 */
export const useLoad = <T>(load: () => Promise<T>): Loaded<T> => {
  const [state, setState] = useState<State<T>>({ isLoading: true });
  const [count, setCount] = useState(0);
  useEffect(() => setState({ isLoading: true }), [load]);
  useEffect(() => {
    let isCurrent = true;
    setState(({ value }) => ({ value, isLoading: true }));
    load().then(
      (value) => isCurrent && setState({ value, isLoading: false }),
      (error: unknown) => isCurrent && setState(({ value }) => ({ value, error, isLoading: false })),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, count]);
  return {
    value: state.value,
    isLoading: state.isLoading,
    error: state.error,
    reload: () => setCount((before) => before + 1),
    set: (value) => setState({ value, isLoading: false }),
  };
};
