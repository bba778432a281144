import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Focuses an element when a render removes the focused one within it. Otherwise browsers focus the body,
 * where a dialog gets no Escape, and screen readers start over.
 */
export const useKeptFocus = (element: RefObject<HTMLElement | null>): void => {
  // Before this render changes anything.
  const hadFocus = element.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  });
};
