import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useConsole } from '../console-context.ts';
import { isRestoring } from '../routing/scroll.ts';
import { isolated } from './isolated.ts';

interface PageHeadingProps {
  readonly title: string;
  /** The purpose of the view, in a sentence. */
  readonly lead?: ComponentChildren;
  /** The main action. */
  readonly action?: ComponentChildren;
}

const PRODUCT = 'Sales Data console';

/** The heading of a view, and the title of the window. The focus goes here when the view changes. */
export const PageHeading = ({ title, lead, action }: PageHeadingProps) => {
  const { viewTitle } = useConsole();
  useLayoutEffect(() => {
    document.title = [...new Set([isolated(title), viewTitle, PRODUCT])].join(' · ');
  }, [title, viewTitle]);
  useLayoutEffect(() => {
    if (isFocusDue) focusHeading();
  }, []);
  return (
    <header class="page-heading">
      <div>
        <h1 id="heading" tabIndex={-1}>
          {title}
        </h1>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {action}
    </header>
  );
};

/** Whether the focus goes to the heading of a view whose code is still being loaded. */
let isFocusDue = false;

/** Call it when the focused element is gone. */
export const focusHeading = (): void => {
  const heading = document.getElementById('heading');
  isFocusDue = heading === null;
  heading?.focus({ preventScroll: isRestoring() });
};

/**
 * Moves the focus to the heading when another page is shown.
 *
 * @param page identifies the page
 */
export const useHeadingFocus = (page: string): void => {
  const shown = useRef(page);
  useLayoutEffect(() => {
    if (shown.current !== page) focusHeading();
    shown.current = page;
  }, [page]);
};
