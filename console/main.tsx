import { render } from 'preact';
import { createAdminApi } from './api/admin-api.ts';
import { readConfiguration } from './configuration.ts';
import { createOAuthClient } from './session/oauth-client.ts';
import { createSession } from './session/session.ts';
import {
  arrive,
  expectSignOut,
  rememberProvider,
  type SignInFailure,
  startSignIn,
} from './session/sign-in.ts';
import { createTabStorage } from './session/tab-storage.ts';
import { Entrance } from './shell/entrance.tsx';
import { Shell } from './shell/shell.tsx';

const root = document.body;
const configuration = readConfiguration(
  document.documentElement.dataset,
  location.origin + location.pathname,
);
const storage = createTabStorage(sessionStorage);
const oauth = createOAuthClient(configuration);

const leave = (url: string): void => location.assign(url);

/** Redirects to the sign-in page, which returns to the current view. */
const signIn = async (): Promise<void> => {
  render(<Entrance title="Signing in …" text="Redirecting to the sign-in page." />, root);
  leave(await startSignIn({ oauth, storage }, location.hash));
};

const FAILURES: Readonly<Record<SignInFailure, string>> = {
  denied: 'Sign-in was denied. Try again, or ask an admin of your organization for access.',
  foreign: 'This sign-in was not started in this tab, or was tampered with. Start again.',
  expired: 'This sign-in has expired or was already used. Start again.',
  unreachable: 'The sign-in page is unreachable. Check your connection and try again.',
};

const start = async (): Promise<void> => {
  const query = new URLSearchParams(location.search);
  rememberProvider(storage, query);
  const arriving = arrive({ oauth, storage }, query);
  // The code must not stay in the address or the history.
  if (location.search !== '') history.replaceState(null, '', location.pathname + location.hash);
  const arrival = await arriving;
  if ('hash' in arrival) history.replaceState(null, '', location.pathname + arrival.hash);
  if (arrival.kind === 'not-signed-in') return signIn();
  const enter = (title: string, text: string, action: string): void =>
    render(<Entrance title={title} text={text} action={action} onSignIn={signIn} />, root);
  if (arrival.kind === 'signed-out') {
    return enter('You have signed out', 'You can close this page, or sign in again.', 'Sign in');
  }
  if (arrival.kind === 'failed') {
    return enter('You are not signed in', FAILURES[arrival.reason], 'Try again');
  }

  const session = createSession({
    oauth,
    tokens: arrival.tokens,
    now: Date.now,
    schedule: setTimeout,
    leave,
    onEnd: () => show(true),
  });
  const api = createAdminApi({
    url: configuration.adminApiUrl,
    session,
    fetch: (url, init) => fetch(url, init),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
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
        isSessionOver={isSessionOver}
        onSignIn={signIn}
        onSignOut={signOut}
      />,
      root,
    );
  show(false);
};

void start();
