import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiError } from '../api/problem.ts';
import { useErrorFocus } from './use-error-focus.ts';

interface FilterError {
  /** The error to show at the fields. */
  readonly shown: unknown;
  /**
   * Shows what is wrong with the input.
   *
   * @returns whether nothing is
   */
  readonly check: (found: ApiError | undefined) => boolean;
}

/**
 * The error of a form that filters a list: what the console finds itself, otherwise that of the last load.
 * The first wrong field gets the focus.
 */
export const useFilterError = (form: RefObject<HTMLElement | null>, error: unknown): FilterError => {
  // Back and links replace the input, and with it what is wrong.
  const [own, setOwn] = useState<{ readonly hash: string; readonly error: ApiError | undefined }>();
  const shown = (own?.hash === location.hash ? own.error : undefined) ?? error;
  useErrorFocus(form, shown);
  return {
    shown,
    check: (found) => {
      setOwn({ hash: location.hash, error: found });
      return found === undefined;
    },
  };
};
