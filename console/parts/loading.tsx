import { useEffect, useState } from 'preact/hooks';
import { missingText, NoSuch, type NoSuchProps } from './no-such.tsx';
import { ProblemMessage } from './problem-message.tsx';
import { RetryButton } from './retry-button.tsx';
import type { Loaded } from './use-load.ts';

/** The seconds after which a user wants to know the duration, and after which it is too long. */
const COUNTED_AFTER = 3;
const LONG_AFTER = 10;

interface LoadingProps {
  readonly children?: string;
  /** Starts over. Offered once it takes long. */
  readonly onRetry?: () => void;
  /** Whether it appears only once it takes long, such as below what was loaded before. */
  readonly isQuiet?: boolean;
  /** What to know before a retry. */
  readonly note?: string;
}

/** A placeholder, delayed to avoid flicker. It counts the seconds, and offers a retry after ten. */
export const Loading = ({ children = 'Loading …', onRetry, isQuiet = false, note }: LoadingProps) => {
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
  // Screen readers read out only what appears in a status that was there before.
  if (isQuiet && !isLong) return <p role="status" class="visually-hidden" />;
  return (
    <div class="loading">
      <p role="status">
        {children}
        {isLong && ' This takes longer than usual.'}
        {/* Not read out every second. */}
        {seconds >= COUNTED_AFTER && <span aria-hidden="true"> {seconds} s</span>}
      </p>
      {isLong && note !== undefined && <p class="hint">{note}</p>}
      {isLong && onRetry !== undefined && <RetryButton onRetry={retry} />}
    </div>
  );
};

interface LoadedMessageProps<T> {
  readonly loaded: Loaded<T>;
  /** What is loaded, such as `Loading the settings …`. */
  readonly children?: string;
  /** Whether it appears only once it takes long. @default when there is a value */
  readonly isQuiet?: boolean;
  /** What the address of a page names, which may not exist. */
  readonly named?: Omit<NoSuchProps, 'text'>;
}

/** Says that a value is loading or failed to load. What was loaded before stays. */
export const LoadedMessage = <T,>({ loaded, isQuiet, named, children }: LoadedMessageProps<T>) => {
  const { value, isLoading, error, reload } = loaded;
  if (isLoading) {
    return (
      <Loading isQuiet={isQuiet ?? value !== undefined} onRetry={reload} {...(children && { children })} />
    );
  }
  const text = value === undefined ? missingText(error) : undefined;
  if (named !== undefined && text !== undefined) return <NoSuch {...named} text={text} />;
  return error === undefined ? null : <ProblemMessage error={error} onRetry={reload} />;
};
