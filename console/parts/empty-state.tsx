import type { ComponentChildren } from 'preact';

/** Explains an empty list and what to do next. */
export const EmptyState = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);
