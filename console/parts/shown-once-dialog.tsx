import type { ComponentChildren } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import { useLeaveGuard } from '../routing/route.ts';
import { Dialog } from './dialog.tsx';

interface ShownOnceDialogProps {
  readonly title: string;
  /** The address within the console. */
  readonly path: string;
  /** The name of the secret, such as "key". */
  readonly what: string;
  /** The consequence of closing without a copy. */
  readonly consequence: string;
  readonly onClose: () => void;
  /** @param onCopied call it after copying */
  readonly children: (onCopied: () => void) => ComponentChildren;
}

/** Shows a secret once, and warns before closing without a copy. */
export const ShownOnceDialog = (props: ShownOnceDialogProps) => {
  const { title, path, what, consequence, onClose, children } = props;
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const mayLeave = useCallback(() => {
    if (!isCopied) setWarned(true);
    return isCopied;
  }, [isCopied]);
  useLeaveGuard(path, mayLeave);
  const close = (): void => {
    if (mayLeave()) onClose();
  };
  return (
    <Dialog title={title} onClose={close}>
      {children(() => setCopied(true))}
      {isWarned && !isCopied && (
        <div class="problem" role="alert" ref={(element) => element?.scrollIntoView({ block: 'end' })}>
          <p class="problem-title">You have not copied the {what}</p>
          <p>It cannot be shown again. {consequence}</p>
          <button type="button" class="button-danger" onClick={onClose}>
            Close without copying
          </button>
        </div>
      )}
      <div class="dialog-actions">
        <button type="button" class="button-primary" onClick={close}>
          Done
        </button>
      </div>
    </Dialog>
  );
};
