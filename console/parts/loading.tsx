import { ProblemMessage } from './problem-message.tsx';
import type { Loaded } from './use-load.ts';

/** A placeholder, delayed to avoid flicker. */
export const Loading = ({ children = 'Loading …' }: { readonly children?: string }) => (
  <p class="loading" role="status">
    {children}
  </p>
);

/** A placeholder for a value that is loading or failed to load. */
export const LoadedMessage = <T,>({ loaded }: { readonly loaded: Loaded<T> }) => {
  if (loaded.error !== undefined) return <ProblemMessage error={loaded.error} onRetry={loaded.reload} />;
  return loaded.value === undefined ? <Loading /> : null;
};
