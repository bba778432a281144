import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { focusHeading } from './page-heading.tsx';

interface DialogProps {
  readonly title: string;
  /**
   * Asked for by Escape or the button: the owner then takes the dialog away, or has a reason not to.
   * @default it cannot be closed
   */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

/** What had the focus before may be gone by the end, or there was nothing. */
const restoreFocus = (): void => {
  if (document.activeElement === document.body) focusHeading();
};

/** A dialog above everything else. The browser keeps the focus inside, and gives it back at the end. */
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
  // Browsers close a dialog at the second Escape, whatever becomes of the event that asks for it.
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
      {/* Last, so that the focus begins with what the dialog is about. */}
      {onClose && (
        <button type="button" class="button-quiet dialog-close" aria-label="Close" onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </dialog>
  );
};
