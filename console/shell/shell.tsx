import { useEffect, useState } from 'preact/hooks';
import type { AdminApi } from '../api/admin-api.ts';
import { ApiError } from '../api/problem.ts';
import type { Configuration } from '../configuration.ts';
import { ConsoleContext } from '../console-context.ts';
import { Dialog, DialogAction } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { LoadedMessage } from '../parts/loading.tsx';
import { focusHeading, PageHeading, useHeadingFocus } from '../parts/page-heading.tsx';
import { setTimeZone } from '../parts/time-zone.ts';
import { useLoad } from '../parts/use-load.ts';
import { isAppRequest } from '../routing/app-request.ts';
import { hrefOf, nameOrganization, useRoute } from '../routing/route.ts';
import type { ScrollMemory } from '../routing/scroll.ts';
import type { Session } from '../session/session.ts';
import type { TabStorage } from '../session/tab-storage.ts';
import type { View } from '../views/view.ts';
import { VIEWS } from '../views/views.ts';
import { Account } from './account.tsx';
import { Announcements } from './announcements.tsx';
import { Navigation } from './navigation.tsx';
import { OrganizationSwitch, OtherOrganization } from './organization-switch.tsx';
import { SearchDialog } from './search-dialog.tsx';
import { useShortcuts } from './shortcuts.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const SessionEnded = ({ onSignIn }: { readonly onSignIn: () => void }) => (
  <Dialog title="Your session has ended">
    <p>Sign in again to continue. You return to this page, and your input is kept.</p>
    <DialogAction onClick={onSignIn}>Sign in again</DialogAction>
  </Dialog>
);

/** `chosen` in this tab, or `changed` without it. */
export type OrganizationArrival = 'chosen' | 'changed';

interface OrganizationChangedProps {
  readonly name: string;
  readonly onContinue: () => void;
}

const OrganizationChanged = ({ name, onContinue }: OrganizationChangedProps) => (
  <Dialog title={`Switched to ${name}`}>
    <p>
      You chose this organization in another tab, or lost access to the previous one. Unsaved input was
      discarded.
    </p>
    <DialogAction onClick={onContinue}>Continue</DialogAction>
  </Dialog>
);

interface ShellProps {
  readonly configuration: Configuration;
  readonly session: Session;
  readonly api: AdminApi;
  readonly storage: TabStorage;
  readonly scroll: ScrollMemory;
  /** How the user came to another organization. @default the organization is the same */
  readonly arrival: OrganizationArrival | undefined;
  readonly isSessionOver: boolean;
  readonly onSignIn: () => void;
  readonly onSignOut: () => Promise<void>;
}

/** The token is valid, but the user has no access: views would only repeat that. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

const NoAccess = ({ error }: { readonly error: unknown }) => (
  <PageHeading title="No access" lead={error instanceof Error ? error.message : ''} />
);

/** The segments of an address after the path of a view. */
const segmentsAfter = (view: string, path: string): readonly string[] =>
  path
    .slice(view.length)
    .split('/')
    .filter((segment) => segment !== '');

const viewAt = (views: readonly View[], path: string): View | undefined =>
  views.find((view) => {
    if (path === view.path) return true;
    if (view.path === '' || !path.startsWith(`${view.path}/`)) return false;
    const rest = segmentsAfter(view.path, path);
    return rest.length === 0 || view.pages?.test(rest.join('/'));
  });

const UnknownView = ({ views }: { readonly views: readonly View[] }) => (
  <>
    <PageHeading
      title="Page not found"
      lead="This page does not exist, or only admins of your organization can open it."
    />
    {views[0] && <a href={hrefOf(views[0].path)}>Go to {views[0].title}</a>}
  </>
);

/** The frame around the views of a signed-in user. */
export const Shell = (props: ShellProps) => {
  const { configuration, session, api, storage, scroll, arrival, isSessionOver, onSignIn, onSignOut } = props;
  const { user } = session;
  const signedIn = useLoad((signal) => api.request('GET /session', {}, signal), [api]);
  const { organization, organizations } = signedIn.value ?? {};
  nameOrganization(organizations && organization?.id);
  setTimeZone(organization?.timeZone ?? null);
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 });
  const announce = (text: string): void => setAnnouncement(({ count }) => ({ text, count: count + 1 }));
  const organizationName = organization?.name ?? organization?.id ?? '';
  const isKnown = organization !== undefined;
  const [isNoticed, setNoticed] = useState(false);
  useEffect(() => {
    if (isKnown && arrival === 'chosen') announce(`Switched to ${organizationName}.`);
  }, [isKnown]);
  const { path, query, organizationId: named } = useRoute(scroll);
  const isElsewhere = named !== undefined && named !== user.organizationId;
  useEffect(() => {
    if (organizations === undefined || named !== undefined || isAppRequest(location.hash)) return;
    history.replaceState(history.state, '', hrefOf(path, query));
  }, [organizations, named, path]);
  const isAdmin = user.role === 'admin';
  const canSeeData = isAdmin || signedIn.value?.canSeeData === true;
  const hasNoAccess = isRefused(signedIn.error);
  const views = hasNoAccess
    ? []
    : VIEWS.filter(
        ({ isForAdmins, showsRecords }) => (!isForAdmins || isAdmin) && (!showsRecords || canSeeData),
      );
  const listedViews = views.filter(({ isUnlisted }) => !isUnlisted);
  const view = isElsewhere ? undefined : viewAt(views, path);
  const isUndecided =
    !hasNoAccess &&
    view === undefined &&
    signedIn.value === undefined &&
    viewAt(VIEWS, path)?.showsRecords === true;
  const [box, setBox] = useState<'search' | 'shortcuts'>();
  useShortcuts({ storage, onSearch: () => setBox('search'), onHelp: () => setBox('shortcuts') });
  const otherTitle = isElsewhere ? 'Another organization' : isUndecided ? 'Loading' : 'Page not found';
  const title = hasNoAccess ? 'No access' : (view?.title ?? otherTitle);
  useHeadingFocus(title);
  return (
    <ConsoleContext.Provider
      value={{
        configuration,
        api,
        user,
        session: signedIn.value,
        reloadSession: signedIn.reload,
        storage,
        announce,
        viewTitle: title,
      }}
    >
      <button type="button" class="skip" onClick={focusHeading}>
        Skip to content
      </button>
      <header class="top">
        <span class="brand">Sales Data</span>
        {signedIn.value && (
          <OrganizationSwitch info={signedIn.value} api={api} session={session} announce={announce} />
        )}
        {!hasNoAccess && (
          <button
            type="button"
            class="top-search"
            aria-keyshortcuts="/ Control+K Meta+K"
            onClick={() => setBox('search')}
          >
            <Icon name="search" />
            <span class="top-search-text">Find anything</span>
            <kbd>/</kbd>
          </button>
        )}
        <Account user={user} onSignOut={onSignOut} />
      </header>
      <div class="columns">
        <Navigation views={listedViews} current={view} />
        <main class="content">
          {!hasNoAccess && (
            <LoadedMessage loaded={signedIn} isQuiet={!isUndecided}>
              Loading your organization …
            </LoadedMessage>
          )}
          {hasNoAccess && <NoAccess error={signedIn.error} />}
          {isElsewhere && signedIn.value && (
            <OtherOrganization
              id={named}
              info={signedIn.value}
              api={api}
              session={session}
              announce={announce}
            />
          )}
          {view === undefined && !isElsewhere && !isUndecided && !hasNoAccess && (
            <UnknownView views={views} />
          )}
          {view && <view.component key={view.path} rest={segmentsAfter(view.path, path)} query={query} />}
        </main>
      </div>
      {box === 'search' && (
        <SearchDialog
          scope={{ api, views: listedViews, isAdmin, canSeeData }}
          onClose={() => setBox(undefined)}
        />
      )}
      {box === 'shortcuts' && <ShortcutsDialog onClose={() => setBox(undefined)} />}
      <Announcements {...announcement} />
      {isKnown && arrival === 'changed' && !isNoticed && (
        <OrganizationChanged name={organizationName} onContinue={() => setNoticed(true)} />
      )}
      {isSessionOver && <SessionEnded onSignIn={onSignIn} />}
    </ConsoleContext.Provider>
  );
};
