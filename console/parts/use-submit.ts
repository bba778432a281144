import { useRef, useState } from 'preact/hooks';

/** An action that runs once at a time and may fail. */
export interface Submission {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** For a form or a button. */
  readonly submit: (event?: Event) => void;
  /** Starts over, and aborts an attempt without a response. */
  readonly retry: () => void;
  readonly cancel: () => void;
}

/**
 * @param action its rejection becomes `error`; a retry aborts the signal. Unmounting the component does not,
 *   because the service may have acted already.
 */
export const useSubmit = (action: (signal: AbortSignal) => Promise<void>): Submission => {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({
    isBusy: false,
  });
  const latest = useRef<AbortController>(null);
  const run = async (): Promise<void> => {
    latest.current?.abort();
    const own = new AbortController();
    latest.current = own;
    const finish = (end: { readonly error?: unknown }): void => {
      if (!own.signal.aborted) setState({ isBusy: false, ...end });
    };
    setState({ isBusy: true });
    try {
      await action(own.signal);
      finish({});
    } catch (error) {
      finish({ error });
    }
  };
  return {
    isBusy: state.isBusy,
    error: state.error,
    submit: (event) => {
      event?.preventDefault();
      if (!state.isBusy) void run();
    },
    retry: () => void run(),
    cancel: () => {
      latest.current?.abort();
      setState({ isBusy: false });
    },
  };
};
