import { ProblemMessage } from './problem-message.tsx';
import type { Pages } from './use-pages.ts';

const progress = <T,>({ isLoading, error, items }: Pages<T>): string => {
  if (isLoading) return 'Loading …';
  return error === undefined ? `${items.length} loaded.` : '';
};

/** Below a collection: its progress, a button for the next page, and the error of the last load. */
export const LoadMore = <T,>({ pages }: { readonly pages: Pages<T> }) => (
  <>
    <p role="status" class={pages.isLoading ? 'loading' : 'visually-hidden'}>
      {progress(pages)}
    </p>
    {pages.error !== undefined && <ProblemMessage error={pages.error} onRetry={pages.loadMore} />}
    {pages.error === undefined && pages.hasMore && !pages.isLoading && (
      <button type="button" class="load-more" onClick={pages.loadMore}>
        Load more
      </button>
    )}
  </>
);
