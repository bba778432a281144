import { ProblemMessage } from './problem-message.tsx';
import type { Loaded } from './use-load.ts';

/** Stands where something is about to appear. Shows only after a moment, so that nothing flickers. */
export const Loading = ({ children = 'Loading …' }: { readonly children?: string }) => (
  <p class="loading" role="status">
    {children}
  </p>
);

/** In the place of something that is not there yet, or could not be loaded. */
export const LoadedMessage = <T,>({ loaded }: { readonly loaded: Loaded<T> }) => {
  if (loaded.error !== undefined) return <ProblemMessage error={loaded.error} onRetry={loaded.reload} />;
  return loaded.value === undefined ? <Loading /> : null;
};
