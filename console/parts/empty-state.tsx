import type { ComponentChildren } from 'preact';

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  /** The next step. */
  readonly children?: ComponentChildren;
}

/** Explains an empty list and what to do next. */
export const EmptyState = ({ title, text, children }: EmptyStateProps) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    <p>{text}</p>
    {children}
  </div>
);

interface NoMatchProps extends EmptyStateProps {
  /** The address of the list without filters. */
  readonly href: string;
}

/** Explains a list that is empty because of its filters, and offers to clear them. */
export const NoMatch = ({ href, children, ...state }: NoMatchProps) => (
  <EmptyState {...state}>
    <div class="actions empty-actions">
      {children}
      <a class="button" href={href}>
        Clear filters
      </a>
    </div>
  </EmptyState>
);
