import type { Page } from '../api/admin-api.ts';
import { useLoad } from './use-load.ts';

/** The loaded part of a collection. */
export interface Pages<T> {
  readonly items: readonly T[];
  readonly isLoading: boolean;
  /** The error of the last load; {@link loadMore} retries. */
  readonly error?: unknown;
  readonly hasMore: boolean;
  /** The number of items on all pages, in collections that are counted. */
  readonly totalCount: number | undefined;
  readonly loadMore: () => void;
  /** Updates the loaded items after an action. */
  readonly change: (change: (items: readonly T[]) => readonly T[]) => void;
}

const itemsOf = <T>(page: Page<T> | undefined): readonly T[] => page?.items ?? [];

/**
 * Loads a collection page by page, the first page immediately.
 *
 * @param dependencies a change starts over
 */
export const usePages = <T>(
  load: (cursor?: string) => Promise<Page<T>>,
  dependencies: readonly unknown[],
): Pages<T> => {
  const { value, isLoading, error, reload, set } = useLoad<Page<T>>(
    (before) => load(before?.nextCursor),
    dependencies,
    (before, page) => ({ ...page, items: [...itemsOf(before), ...page.items] }),
  );
  return {
    items: itemsOf(value),
    isLoading,
    error,
    hasMore: value === undefined || value.nextCursor !== undefined,
    totalCount: value?.totalCount,
    loadMore: reload,
    change: (change) => set((page) => ({ ...page, items: change(itemsOf(page)) })),
  };
};
