import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../api/admin-api.ts';

/** The loaded part of a collection. */
export interface Pages<T> {
  readonly items: readonly T[];
  readonly isLoading: boolean;
  /** The error of the last load; {@link loadMore} retries. */
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  /** Updates the loaded items after an action. */
  readonly change: (change: (items: readonly T[]) => readonly T[]) => void;
}

interface Loaded<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string | undefined;
  readonly isLoading: boolean;
  readonly isComplete: boolean;
  readonly error?: unknown;
}

/**
 * Loads a collection page by page, the first page immediately.
 *
 * @param load must be stable; a new function starts over
 */
export const usePages = <T>(load: (cursor?: string) => Promise<Page<T>>): Pages<T> => {
  const start: Loaded<T> = { items: [], isLoading: true, isComplete: false };
  const [state, setState] = useState(start);
  const loadAfter = async (cursor: string | undefined, isCurrent: () => boolean): Promise<void> => {
    setState((before) => ({ ...before, isLoading: true, error: undefined }));
    try {
      const { items, nextCursor } = await load(cursor);
      if (!isCurrent()) return;
      setState((before) => ({
        items: [...before.items, ...items],
        nextCursor,
        isLoading: false,
        isComplete: nextCursor === undefined,
      }));
    } catch (error) {
      if (isCurrent()) setState((before) => ({ ...before, isLoading: false, error }));
    }
  };
  useEffect(() => {
    let isCurrent = true;
    setState(start);
    void loadAfter(undefined, () => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [load]);
  return {
    items: state.items,
    isLoading: state.isLoading,
    error: state.error,
    hasMore: !state.isComplete,
    loadMore: () => void loadAfter(state.nextCursor, () => true),
    change: (change) => setState((before) => ({ ...before, items: change(before.items) })),
  };
};
