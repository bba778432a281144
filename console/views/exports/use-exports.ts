import { useEffect } from 'preact/hooks';
import type { Export } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { type Pages, type ReadPage, useAddressedPages } from '../../parts/use-pages.ts';
import { type Submission, useSubmit } from '../../parts/use-submit.ts';
import { EXPORTS_PATH } from '../../routing/export-paths.ts';
import type { Query } from '../../routing/route.ts';
import { RESOURCES } from '../../words.ts';
import { isUnderWay } from './export-state.tsx';
import { mergeExports } from './merge-exports.ts';

const POLL_MILLISECONDS = 2_000;
/** The addresses of files work for an hour. */
const RENEW_MILLISECONDS = 30 * 60_000;

interface Following {
  readonly pages: Pages<Export>;
  /** The last load of the same page. */
  readonly refresh: Submission;
}

const endText = ({ resource, state }: Export): string =>
  `The export of ${RESOURCES[resource].toLowerCase()} ${state === 'failed' ? 'failed' : 'is complete'}.`;

/**
 * A page of the organization's exports, followed while one is under way. The addresses of files are renewed
 * before they end, and when the user returns to the tab.
 */
export const useExports = (query: Query): Following => {
  const { api, announce } = useConsole();
  const list: ReadPage<Export> = (cursor, signal) =>
    api.request('GET /exports', { query: { cursor } }, signal);
  const pages = useAddressedPages<Export>(list, { path: EXPORTS_PATH, query }, [api]);
  const { items, isLoading, change } = pages;
  const isFollowing = items.some(isUnderWay);

  const refresh = useSubmit(async (signal) => {
    const { items: latest } = await list(query['cursor'], signal);
    change((loaded) => mergeExports(loaded, latest));
    const followed = new Set(items.filter(isUnderWay).map(({ id }) => id));
    const ended = latest.find((each) => followed.has(each.id) && !isUnderWay(each));
    if (ended !== undefined) announce(endText(ended));
  });
  const { isBusy, error, submit } = refresh;
  const canRefresh = !isLoading && !isBusy && pages.error === undefined && error === undefined;

  useEffect(() => {
    if (!canRefresh) return undefined;
    const timer = setTimeout(submit, isFollowing ? POLL_MILLISECONDS : RENEW_MILLISECONDS);
    const onVisibility = (): void => {
      if (document.visibilityState === 'visible') submit();
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [items, canRefresh]);

  return { pages, refresh };
};
