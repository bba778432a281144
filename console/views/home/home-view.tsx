import { useConsole } from '../../console-context.ts';
import { Loading } from '../../parts/loading.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { FirstSteps } from './first-steps.tsx';
import { DataPart } from './parts/data-part.tsx';
import { FeedPart } from './parts/feed-part.tsx';
import { ImportsPart } from './parts/imports-part.tsx';
import { KeysPart } from './parts/keys-part.tsx';
import { RequestsPart } from './parts/requests-part.tsx';
import { WebhooksPart } from './parts/webhooks-part.tsx';
import { readProgress } from './progress.ts';

interface OverviewProps {
  readonly isAdmin: boolean;
  readonly canSeeData: boolean;
}

/** Each part loads by itself, so that none waits for another. */
const Overview = ({ isAdmin, canSeeData }: OverviewProps) => (
  <div class="home">
    <RequestsPart />
    <div class="home-column">
      <KeysPart />
      {isAdmin && <ImportsPart />}
    </div>
    <div class="home-column">
      {isAdmin && <WebhooksPart />}
      {canSeeData && <DataPart />}
      {isAdmin && <FeedPart />}
    </div>
  </div>
);

/** The start page: what needs attention, or the first steps of a new organization. */
export const HomeView = () => {
  const { api, storage, user, session } = useConsole();
  const isAdmin = user.role === 'admin';
  const progress = useLoad((signal) => readProgress(api, storage, isAdmin, signal), [api]);
  const isUndecided = progress.isLoading;
  if (progress.value !== undefined) {
    return (
      <>
        <PageHeading title="Home" lead="Four steps to the first result." />
        <FirstSteps progress={progress.value} isAdmin={isAdmin} />
      </>
    );
  }
  return (
    <>
      <PageHeading title="Home" lead="What needs attention, and what happened last." />
      {isUndecided && <Loading onRetry={progress.reload} />}
      {/* Loads while it is not known whether to show it. */}
      <div hidden={isUndecided}>
        <Overview isAdmin={isAdmin} canSeeData={isAdmin || session?.canSeeData === true} />
      </div>
    </>
  );
};
