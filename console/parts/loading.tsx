import { useEffect, useState } from 'preact/hooks';
import { ProblemMessage } from './problem-message.tsx';
import type { Loaded } from './use-load.ts';

/** The seconds after which a user wants to know the duration, and after which it is too long. */
const COUNTED_AFTER = 3;
const LONG_AFTER = 10;

interface LoadingProps {
  readonly children?: string;
  /** Starts over. Offered once it takes long. */
  readonly onRetry?: () => void;
}

/** A placeholder, delayed to avoid flicker. It counts the seconds, and offers a retry after ten. */
export const Loading = ({ children = 'Loading …', onRetry }: LoadingProps) => {
  const [start, setStart] = useState(Date.now);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - start) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, [start]);
  const retry = (): void => {
    setStart(Date.now());
    setSeconds(0);
    onRetry?.();
  };
  const isLong = seconds >= LONG_AFTER;
  return (
    <div class="loading">
      <p role="status">
        {children}
        {isLong && ' This takes longer than usual.'}
        {/* Not read out every second. */}
        {seconds >= COUNTED_AFTER && <span aria-hidden="true"> {seconds} s</span>}
      </p>
      {isLong && onRetry !== undefined && (
        <button type="button" onClick={retry}>
          Retry
        </button>
      )}
    </div>
  );
};

/** A placeholder for a value that is loading or failed to load. */
export const LoadedMessage = <T,>({ loaded }: { readonly loaded: Loaded<T> }) => {
  if (loaded.error !== undefined) return <ProblemMessage error={loaded.error} onRetry={loaded.reload} />;
  return loaded.value === undefined ? <Loading onRetry={loaded.reload} /> : null;
};
