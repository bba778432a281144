import { Loading } from './loading.tsx';
import { ProblemMessage } from './problem-message.tsx';
import type { Loaded } from './use-load.ts';

/** In the place of something that is not there yet, or could not be loaded. */
export const LoadedMessage = <T,>({ loaded }: { readonly loaded: Loaded<T> }) => {
  if (loaded.error !== undefined) return <ProblemMessage error={loaded.error} onRetry={loaded.reload} />;
  return loaded.value === undefined ? <Loading /> : null;
};
