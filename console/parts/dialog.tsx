import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { focusHeading } from './page-heading.tsx';

interface DialogProps {
  readonly title: string;
  /**
   * Called on Escape or the close button. The owner decides whether to remove the dialog.
   * @default it cannot be closed
   */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

/** The element that had the focus may be gone. */
const restoreFocus = (): void => {
  if (document.activeElement === document.body) focusHeading();
};

/** A modal dialog. The browser traps the focus and restores it on close. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      requestAnimationFrame(restoreFocus);
    };
  }, []);
  // Browsers close a dialog on the second Escape even if `cancel` is prevented.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      {/* Last, so that the content gets the initial focus. */}
      {onClose && (
        <button type="button" class="button-quiet dialog-close" aria-label="Close" onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </dialog>
  );
};

interface DialogActionProps {
  readonly onClick: () => void;
  readonly children: string;
}

/** The only button below a dialog without a form. */
export const DialogAction = ({ onClick, children }: DialogActionProps) => (
  <div class="dialog-actions">
    <button type="button" class="button-primary" onClick={onClick}>
      {children}
    </button>
  </div>
);
