import type { ComponentType } from 'preact';
import { ApiError } from '../api/problem.ts';
import { useConsole } from '../console-context.ts';
import { Loading } from '../parts/loading.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { ProblemMessage } from '../parts/problem-message.tsx';
import { useLoad } from '../parts/use-load.ts';
import type { ViewProps } from './view.ts';

type LaterViews = typeof import('./later-views.ts');

let views: LaterViews | undefined;

/** After an update, the service no longer has the files of an open page. */
const unavailable = (): ApiError =>
  new ApiError({
    status: 0,
    title: 'This page could not be loaded',
    detail: 'The console may have been updated, or the service is unreachable. Reload the page.',
  });

const loadViews = async (): Promise<LaterViews> => {
  try {
    views = await import('./later-views.ts');
    return views;
  } catch {
    throw unavailable();
  }
};

/** A view whose code is loaded when it is opened. */
export const laterView =
  (choose: (loaded: LaterViews) => ComponentType<ViewProps>): ComponentType<ViewProps> =>
  (props) => {
    const { viewTitle } = useConsole();
    const loaded = useLoad(async () => views ?? loadViews(), []);
    if (loaded.error !== undefined) {
      return (
        <>
          <PageHeading title={viewTitle} />
          <ProblemMessage error={loaded.error} onRetry={() => location.reload()} />
        </>
      );
    }
    const ready = views ?? loaded.value;
    if (ready === undefined) return <Loading onRetry={() => location.reload()} />;
    const View = choose(ready);
    return <View {...props} />;
  };
