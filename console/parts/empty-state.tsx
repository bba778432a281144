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
