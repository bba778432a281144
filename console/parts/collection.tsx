import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError, errorsBeside } from '../api/problem.ts';
import { isRestoring } from '../routing/scroll.ts';
import { Loading } from './loading.tsx';
import { Pager } from './pager.tsx';
import { ProblemMessage } from './problem-message.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import type { PagePlace, Pages } from './use-pages.ts';

interface CollectionProps<T> {
  readonly pages: Pages<T>;
  /** @default whether no items are loaded */
  readonly isEmpty?: boolean;
  /** Replaces the items if there are none. */
  readonly whenEmpty: ComponentChildren;
  /** Parameters whose errors appear at fields of a form above. */
  readonly shownAtFields?: readonly string[];
  /** The items. */
  readonly children: ComponentChildren;
}

const countOf = <T,>({ items, place }: Pages<T>): string =>
  place === undefined || place.from === 1
    ? `${items.length} loaded.`
    : `${items.length} loaded, from number ${place.from}.`;

interface WayOutProps {
  readonly error: unknown;
  readonly place: PagePlace;
  readonly shownAtFields: readonly string[];
}

/** Leads out of an address that the service rejects, such as an old link to a page that is gone. */
const WayOut = ({ error, place, shownAtFields }: WayOutProps) => {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 410 || error.errors.some(({ parameter }) => parameter === 'cursor')) {
    return (
      <a class="button" href={place.first}>
        First page
      </a>
    );
  }
  if (errorsBeside(shownAtFields, error).length === 0) return null;
  return (
    <a class="button" href={place.cleared}>
      Clear filters
    </a>
  );
};

/** Loads more, and moves the focus to the first new row, so that Tab continues there. */
const useMore = <T,>(
  { items, isLoading, loadMore }: Pages<T>,
  collection: RefObject<HTMLElement | null>,
): (() => void) => {
  const firstNew = useRef<number>(undefined);
  useLayoutEffect(() => {
    const { current } = collection;
    const row = current?.querySelectorAll<HTMLElement>('tbody > tr')[firstNew.current ?? -1];
    if (isLoading || row === undefined) return;
    firstNew.current = undefined;
    // The button is gone. Unless the user went elsewhere meanwhile, the collection has the focus.
    if (document.activeElement !== current) return;
    row.tabIndex = -1;
    row.focus();
  }, [isLoading]);
  return () => {
    firstNew.current = items.length;
    loadMore();
  };
};

/**
 * A collection with its progress, and the error of the last load. One page of it has links to the others, a
 * part of it a button for more.
 */
export const Collection = <T,>(props: CollectionProps<T>) => {
  const { pages, isEmpty = pages.items.length === 0, whenEmpty, shownAtFields = [], children } = props;
  const { items, isLoading, error, hasMore, retry, place } = pages;
  // A page that is shown is only brought up to date.
  const isRefreshing = isLoading && place !== undefined && items.length > 0;
  const isLoaded = (!isLoading || isRefreshing) && error === undefined;
  const top = useRef<HTMLDivElement>(null);
  useKeptFocus(top);
  const shown = useRef(place?.from);
  useEffect(() => {
    if (shown.current === place?.from) return;
    shown.current = place?.from;
    if (isRestoring()) return;
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }, [place?.from]);
  // While another page is loaded, a table keeps its header, whose links sort.
  const hadItems = useRef(false);
  if (!isEmpty || isLoaded) hadItems.current = !isEmpty;
  const isKept = isLoading && place !== undefined && hadItems.current;
  const showMore = useMore(pages, top);
  return (
    // Gets the focus when another page is shown, whose links replace the one that was followed, and whenever
    // a focused element within it goes away.
    <div ref={top} class="collection" tabIndex={-1}>
      {isEmpty && !isKept ? isLoaded && whenEmpty : children}
      {isLoading ? (
        <Loading isQuiet={isRefreshing} onRetry={retry} />
      ) : (
        <p role="status" class="visually-hidden">
          {error === undefined ? countOf(pages) : ''}
        </p>
      )}
      {error !== undefined && <ProblemMessage error={error} shownAtFields={shownAtFields} onRetry={retry} />}
      {place !== undefined && <WayOut error={error} place={place} shownAtFields={shownAtFields} />}
      {isLoaded && <Pager pages={pages} />}
      {isLoaded && hasMore && (
        <button type="button" class="load-more" onClick={showMore}>
          Load more
        </button>
      )}
    </div>
  );
};
