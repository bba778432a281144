interface RetryButtonProps {
  readonly onRetry: () => void;
}

/** Starts over. It goes away meanwhile, so the part of the page around it gets the focus. */
export const RetryButton = ({ onRetry }: RetryButtonProps) => {
  const retry = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    const around = currentTarget.closest<HTMLElement>('.collection, section, dialog, main');
    if (around !== null) {
      around.tabIndex = -1;
      around.focus({ preventScroll: true });
    }
    onRetry();
  };
  return (
    <button type="button" onClick={retry}>
      Retry
    </button>
  );
};
