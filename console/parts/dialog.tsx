import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { focusHeading } from './page-heading.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

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

/** Chromium takes the caret out of the field that gets the focus back, once the dialog leaves the page. */
const restoreCaret = (): void => {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement && activeElement.matches('input, textarea'))) return;
  activeElement.blur();
  activeElement.focus({ preventScroll: true });
};

/** A modal dialog. The browser traps the focus and restores it on close. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useKeptFocus(element);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      queueMicrotask(restoreCaret);
      requestAnimationFrame(restoreFocus);
    };
  }, []);
  const onCancel = (event: Event): void => {
    event.preventDefault();
    onClose?.();
  };
  // Browsers close a dialog on the second Escape even if `cancel` is prevented. Back on Android sends only
  // `cancel`.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    onCancel(event);
  };
  return (
    <dialog
      ref={element}
      class="dialog"
      // Gets the focus when a focused element within it goes away.
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
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
