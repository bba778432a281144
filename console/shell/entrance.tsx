import { DOCUMENTATION } from '../routing/route.ts';
import type { SignInFailure } from '../session/sign-in.ts';

interface EntranceProps {
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

const Entrance = ({ title, text, action }: EntranceProps) => (
  <main class="entrance">
    <span class="brand">Sales Data</span>
    <h1>{title}</h1>
    <p role="status">{text}</p>
    {action && (
      <button type="button" class="button-primary" onClick={action.onClick}>
        {action.label}
      </button>
    )}
    <p>
      <a href={DOCUMENTATION}>Documentation</a>
    </p>
  </main>
);

export const SigningIn = () => <Entrance title="Signing in …" text="Redirecting to the sign-in page." />;

export const SignedOut = ({ onSignIn }: { readonly onSignIn: () => void }) => (
  <Entrance
    title="You have signed out"
    text="You can close this page, or sign in again."
    action={{ label: 'Sign in', onClick: onSignIn }}
  />
);

const REASONS: Readonly<Record<SignInFailure, string>> = {
  denied: 'Sign-in was denied. Try again, or ask an admin of your organization to invite you.',
  foreign: 'This sign-in was not started in this tab, or was tampered with. Start again.',
  expired: 'This sign-in has expired or was already used. Start again.',
  unreachable: 'The sign-in page is unreachable. Check your connection and try again.',
};

export const SignInFailed = ({
  reason,
  onSignIn,
}: {
  readonly reason: SignInFailure;
  readonly onSignIn: () => void;
}) => (
  <Entrance
    title="You are not signed in"
    text={REASONS[reason]}
    action={{ label: 'Try again', onClick: onSignIn }}
  />
);
