import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isRestoring } from '../routing/scroll.ts';
import { Loading } from './loading.tsx';
import { Pager } from './pager.tsx';
import { ProblemMessage } from './problem-message.tsx';
import type { Pages } from './use-pages.ts';

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

/**
 * A collection with its progress, and the error of the last load. One page of it has links to the others, a
 * part of it a button for more.
 */
export const Collection = <T,>(props: CollectionProps<T>) => {
  const { pages, isEmpty = pages.items.length === 0, whenEmpty, shownAtFields = [], children } = props;
  const { isLoading, error, hasMore, loadMore, place } = pages;
  const isLoaded = !isLoading && error === undefined;
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(place?.from);
  useEffect(() => {
    if (shown.current === place?.from) return;
    shown.current = place?.from;
    if (isRestoring()) return;
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }, [place?.from]);
  return (
    // Gets the focus when another page is shown, whose links replace the one that was followed.
    <div ref={top} class="collection" tabIndex={-1}>
      {isEmpty ? isLoaded && whenEmpty : children}
      {isLoading ? (
        <Loading onRetry={loadMore} />
      ) : (
        <p role="status" class="visually-hidden">
          {error === undefined ? countOf(pages) : ''}
        </p>
      )}
      {error !== undefined && (
        <ProblemMessage error={error} shownAtFields={shownAtFields} onRetry={loadMore} />
      )}
      {isLoaded && <Pager pages={pages} />}
      {isLoaded && hasMore && (
        <button type="button" class="load-more" onClick={loadMore}>
          Load more
        </button>
      )}
    </div>
  );
};
