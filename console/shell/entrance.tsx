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

export const SigningIn = () => <Entrance title="Signing in …" text="One moment, please." />;

export const SignedOut = ({ onSignIn }: { readonly onSignIn: () => void }) => (
  <Entrance
    title="You have signed out"
    text="You can close this page, or sign in again."
    action={{ label: 'Sign in', onClick: onSignIn }}
  />
);

const REASONS: Readonly<Record<SignInFailure, string>> = {
  denied:
    'The sign-in page did not let you in. Try again, or ask an admin of your organization for an invitation.',
  foreign:
    'This sign-in was not started in this tab, or was changed on the way. Nothing happened; start again from here.',
  expired: 'This sign-in took too long, or was used before. Start again; it takes a moment.',
  unreachable: 'The sign-in page cannot be reached. Check your connection and try again.',
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
