import { useEffect, useRef } from 'preact/hooks';
import type { Page } from '../api/admin-api.ts';
import { useConsole } from '../console-context.ts';
import { type Address, hrefOf, type Query } from '../routing/route.ts';
import { useLoad } from './use-load.ts';

/** Reads a page of a collection. */
export type ReadPage<T, P extends Page<T> = Page<T>> = (
  cursor: string | undefined,
  signal: AbortSignal,
) => Promise<P>;

/** The place of a page in a collection that is shown page by page. */
export interface PagePlace {
  /** The number of its first item, from 1. */
  readonly from: number;
  /** The addresses of the pages around it. */
  readonly next: string | undefined;
  readonly previous: string | undefined;
  readonly first: string;
  /** The address without filters. */
  readonly cleared: string;
}

/** The loaded part of a collection. */
export interface Pages<T> {
  readonly items: readonly T[];
  readonly isLoading: boolean;
  /** The error of the last load. */
  readonly error?: unknown;
  readonly hasMore: boolean;
  /** The number of items on all pages, in collections that are counted; `null` for too many to count. */
  readonly totalCount: number | null | undefined;
  readonly loadMore: () => void;
  /** Repeats the last load. */
  readonly retry: () => void;
  /** Loads the first page again. The items stay meanwhile. */
  readonly refresh: () => void;
  /** Updates the loaded items after an action. */
  readonly change: (change: (items: readonly T[]) => readonly T[]) => void;
  /** @default the items are all of the collection up to here */
  readonly place?: PagePlace;
}

const itemsOf = <T>(page: Page<T> | undefined): readonly T[] => page?.items ?? [];

/**
 * Loads a collection page by page, the first page immediately. For a short list within a page; one that is a
 * page of its own has its position in the address: {@link useAddressedPages}.
 *
 * @param dependencies a change starts over
 */
export const usePages = <T>(read: ReadPage<T>, dependencies: readonly unknown[]): Pages<T> => {
  const isFresh = useRef(false);
  const { value, isLoading, error, reload, set } = useLoad<Page<T> & { readonly isFirst: boolean }>(
    async (signal, before) => {
      const cursor = isFresh.current ? undefined : before?.nextCursor;
      return { ...(await read(cursor, signal)), isFirst: cursor === undefined };
    },
    dependencies,
    (before, page) => (page.isFirst ? page : { ...page, items: [...itemsOf(before), ...page.items] }),
  );
  return {
    items: itemsOf(value),
    isLoading,
    error,
    hasMore: value === undefined || value.nextCursor !== undefined,
    totalCount: value?.totalCount,
    retry: reload,
    loadMore: () => {
      isFresh.current = false;
      reload();
    },
    refresh: () => {
      isFresh.current = true;
      reload();
    },
    change: (change) => set((page) => ({ isFirst: true, ...page, items: change(itemsOf(page)) })),
  };
};

/** A page of a collection, with the addresses of the others. */
export interface AddressedPages<T, P extends Page<T>> extends Pages<T> {
  /** The response with the items, once it is loaded. */
  readonly page: P | undefined;
}

/** The parameters of addresses that say which page is shown. */
const PLACE = ['cursor', 'from'] as const;

/** The filters and the order in an address, without the page. */
export const withoutPlace = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !PLACE.some((each) => each === name)));

const numberOf = (from = ''): number => (/^[1-9]\d{0,8}$/.test(from) ? Number(from) : 1);

/** What the tab knows of the page before the one at a cursor. */
const placeBefore = (cursor: string): string => `page-before:${cursor}`;

/**
 * Loads one page of a collection, the one in the address, so that it can be linked to and returned to.
 *
 * @param address of the list, with its filters
 * @param dependencies a change loads again, as does another page
 */
export const useAddressedPages = <T, P extends Page<T> = Page<T>>(
  read: ReadPage<T, P>,
  { path, query }: Address,
  dependencies: readonly unknown[],
): AddressedPages<T, P> => {
  const { storage } = useConsole();
  const { cursor } = query;
  const from = numberOf(query['from']);
  const filters = withoutPlace(query);
  const { value, isLoading, error, reload, set } = useLoad<P>(
    (signal) => read(cursor, signal),
    [...dependencies, cursor, JSON.stringify(filters)],
  );
  const items = itemsOf(value);
  const nextCursor = value?.nextCursor;
  useEffect(() => {
    if (nextCursor === undefined) return;
    storage.write(placeBefore(nextCursor), cursor === undefined ? {} : { cursor, from: String(from) });
  }, [nextCursor]);
  const before = cursor === undefined ? undefined : storage.read(placeBefore(cursor));
  return {
    page: value,
    items,
    isLoading,
    error,
    hasMore: false,
    totalCount: value?.totalCount,
    loadMore: reload,
    retry: reload,
    refresh: reload,
    // Only the items change.
    change: (change) => set((page) => ({ ...page, items: change(itemsOf(page)) }) as P),
    place: {
      from,
      next: nextCursor && hrefOf(path, { ...filters, cursor: nextCursor, from: String(from + items.length) }),
      previous:
        typeof before === 'object' && before !== null ? hrefOf(path, { ...filters, ...before }) : undefined,
      first: hrefOf(path, filters),
      cleared: hrefOf(path),
    },
  };
};
