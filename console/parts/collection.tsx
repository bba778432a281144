import type { ComponentChildren } from 'preact';
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

const progress = <T,>({ isLoading, error, items }: Pages<T>): string => {
  if (isLoading) return 'Loading …';
  return error === undefined ? `${items.length} loaded.` : '';
};

/** A collection with its progress, a button for the next page, and the error of the last load. */
export const Collection = <T,>(props: CollectionProps<T>) => {
  const { pages, isEmpty = pages.items.length === 0, whenEmpty, shownAtFields = [], children } = props;
  const { isLoading, error, hasMore, loadMore } = pages;
  const isLoaded = !isLoading && error === undefined;
  return (
    <>
      {isEmpty ? isLoaded && whenEmpty : children}
      <p role="status" class={isLoading ? 'loading' : 'visually-hidden'}>
        {progress(pages)}
      </p>
      {error !== undefined && (
        <ProblemMessage error={error} shownAtFields={shownAtFields} onRetry={loadMore} />
      )}
      {isLoaded && hasMore && (
        <button type="button" class="load-more" onClick={loadMore}>
          Load more
        </button>
      )}
    </>
  );
};
