import { useState } from 'preact/hooks';

/** An action that runs once at a time and may fail. */
export interface Submission {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** For a form or a button. */
  readonly submit: (event?: Event) => void;
}

/** @param action its rejection becomes `error` */
export const useSubmit = (action: () => Promise<void>): Submission => {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({
    isBusy: false,
  });
  const run = async (): Promise<void> => {
    setState({ isBusy: true });
    try {
      await action();
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return {
    isBusy: state.isBusy,
    error: state.error,
    submit: (event) => {
      event?.preventDefault();
      if (!state.isBusy) void run();
    },
  };
};
