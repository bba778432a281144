import { render } from 'preact';
import { createAdminApi } from './api/admin-api.ts';
import { readConfiguration } from './configuration.ts';
import { appRequestHash, isAppRequest } from './routing/app-request.ts';
import { addressOf } from './routing/route.ts';
import { startScrollMemory } from './routing/scroll.ts';
import { createOAuthClient, type Tokens } from './session/oauth-client.ts';
import { createSession } from './session/session.ts';
import {
  arrive,
  expectSignOut,
  ownProviderOf,
  rememberProvider,
  type SignInFailure,
  startSignIn,
} from './session/sign-in.ts';
import { createTabStorage } from './session/tab-storage.ts';
import { Entrance } from './shell/entrance.tsx';
import { type OrganizationArrival, Shell } from './shell/shell.tsx';

const root = document.body;
const configuration = readConfiguration(
  document.documentElement.dataset,
  location.origin + location.pathname,
);
const storage = createTabStorage(sessionStorage);
const scroll = startScrollMemory();
rememberProvider(storage, new URLSearchParams(location.search));
const oauth = createOAuthClient({
  ...configuration,
  clientId: ownProviderOf(storage)?.client ?? configuration.clientId,
});

/** Where the tab keeps the organization of the view to return to, and the position of the page. */
const ORGANIZATION = 'organization';
const HISTORY_STATE = 'history-state';

const leave = (url: string): void => location.assign(url);

/**
 * Redirects to the sign-in page, which returns to the current view.
 *
 * @param organizationId the organization of that view
 */
const signIn = async (organizationId?: string): Promise<void> => {
  storage.write(ORGANIZATION, organizationId);
  storage.write(HISTORY_STATE, history.state);
  render(<Entrance title="Signing in …" text="Redirecting to the sign-in page." />, root);
  leave(await startSignIn({ oauth, storage }, location.hash));
};

const FAILURES: Readonly<Record<SignInFailure, string>> = {
  denied: 'Sign-in was denied. Try again, or ask an admin of your organization for access.',
  foreign:
    'This sign-in was not started in this tab. If your script started it, paste the address of this ' +
    'page there. Otherwise, start again.',
  expired: 'This sign-in has expired or was already used. Start again.',
  unreachable: 'The sign-in page is unreachable. Check your connection and try again.',
};

const start = async (): Promise<void> => {
  // An OAuth client opens the console with its request, which the user decides on after signing in.
  const asked = appRequestHash(new URLSearchParams(location.search));
  if (asked !== undefined) history.replaceState(null, '', location.pathname + asked);
  const query = new URLSearchParams(location.search);
  const { search } = location;
  if (query.has('code')) render(<Entrance title="Signing in …" text="Waiting for the sign-in page." />, root);
  const arriving = arrive({ oauth, storage }, query);
  // The code must not stay in the address or the history.
  if (search !== '') history.replaceState(null, '', location.pathname + location.hash);
  const arrival = await arriving;
  if ('hash' in arrival) {
    history.replaceState(storage.read(HISTORY_STATE) ?? null, '', location.pathname + arrival.hash);
    storage.write(HISTORY_STATE, undefined);
    scroll.arrive();
  }
  // The code of a script is of no use without its verifier.
  if (arrival.kind === 'failed' && arrival.reason === 'foreign') {
    history.replaceState(null, '', location.pathname + search);
  }
  if (arrival.kind === 'not-signed-in') return signIn();
  const enter = (title: string, text: string, action: string): void =>
    render(<Entrance title={title} text={text} action={action} onSignIn={() => signIn()} />, root);
  if (arrival.kind === 'signed-out') {
    return enter('You have signed out', 'You can close this page, or sign in again.', 'Sign in');
  }
  if (arrival.kind === 'failed') {
    return enter('You are not signed in', FAILURES[arrival.reason], 'Try again');
  }

  const { organizationId } = arrival.tokens.user;
  const before = storage.read(ORGANIZATION) ?? organizationId;
  storage.write(ORGANIZATION, undefined);
  if (before === organizationId) enterConsole(arrival.tokens);
  else changeOrganization(arrival.tokens, 'changed');
};

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Nothing of one organization may reach the other: neither drafts nor what the views have loaded. */
const changeOrganization = (tokens: Tokens, how: OrganizationArrival): void => {
  storage.clear();
  const { hash } = location;
  const isOfBoth = isAppRequest(hash) || addressOf(hash).organizationId === tokens.user.organizationId;
  history.replaceState(null, '', location.pathname + (isOfBoth ? hash : ''));
  render(null, root);
  enterConsole(tokens, how);
};

const enterConsole = (tokens: Tokens, organizationArrival?: OrganizationArrival): void => {
  const session = createSession({
    oauth,
    tokens,
    now: Date.now,
    schedule: setTimeout,
    leave,
    onEnd: () => show(true),
    onOrganizationChange: (others, isExpected) => {
      changeOrganization(others, isExpected ? 'chosen' : 'changed');
    },
  });
  const api = createAdminApi({
    url: configuration.adminApiUrl,
    session,
    fetch: (url, init) => fetch(url, init),
    wait,
  });
  const signOut = (): Promise<void> => {
    storage.clear();
    expectSignOut(storage);
    return session.signOut();
  };
  const show = (isSessionOver: boolean): void =>
    render(
      <Shell
        configuration={configuration}
        session={session}
        api={api}
        storage={storage}
        scroll={scroll}
        arrival={organizationArrival}
        isSessionOver={isSessionOver}
        onSignIn={() => signIn(tokens.user.organizationId)}
        onSignOut={signOut}
      />,
      root,
    );
  show(false);
};

void start();
