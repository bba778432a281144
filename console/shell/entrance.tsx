import { DOCUMENTATION } from '../routing/route.ts';

interface EntranceProps {
  readonly title: string;
  readonly text: string;
  readonly action?: string;
  readonly onSignIn?: () => void;
}

/** A page before sign-in. */
export const Entrance = ({ title, text, action, onSignIn }: EntranceProps) => (
  <main class="entrance">
    <span class="brand">Sales Data</span>
    <h1>{title}</h1>
    <p role="status">{text}</p>
    {action && (
      <button type="button" class="button-primary" onClick={onSignIn}>
        {action}
      </button>
    )}
    <p>
      <a href={DOCUMENTATION}>Documentation</a>
    </p>
  </main>
);
