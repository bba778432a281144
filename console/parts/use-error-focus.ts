import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Controls with an error, also those under a common label. */
const WRONG = '[aria-invalid], fieldset:has(> .field-error) :is(input, button, select)';

/** Focuses the first wrong field of a form whenever there is another error. Other errors come into view. */
export const useErrorFocus = (form: RefObject<HTMLElement | null>, error: unknown): void => {
  useLayoutEffect(() => {
    if (error === undefined) return;
    // Fields read the error from the context, so they render after the form.
    queueMicrotask(() => {
      const first = form.current?.querySelector<HTMLElement>(WRONG);
      first?.focus();
      (first ?? form.current?.querySelector('.problem'))?.scrollIntoView({ block: 'center' });
    });
  }, [error]);
};
