import { Loading } from './loading.tsx';
import { ProblemMessage } from './problem-message.tsx';
import type { Pages } from './use-pages.ts';

/** Below a collection: loads its next page, and says what went wrong with that. */
export const LoadMore = <T,>({ pages }: { readonly pages: Pages<T> }) => {
  if (pages.error !== undefined) return <ProblemMessage error={pages.error} onRetry={pages.loadMore} />;
  if (pages.isLoading) return <Loading />;
  if (!pages.hasMore) return null;
  return (
    <button type="button" class="load-more" onClick={pages.loadMore}>
      Load more
    </button>
  );
};
