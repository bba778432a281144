import type { ComponentChildren } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import { useLeaveGuard } from '../routing/route.ts';
import { Dialog, DialogAction } from './dialog.tsx';
import { SecretValue, type SecretValueProps } from './secret-value.tsx';

interface ShownOnceDialogProps {
  readonly title: string;
  /** The address within the console. */
  readonly path: string;
  /** The name of the secret, such as "key". */
  readonly what: string;
  /** The consequence of closing without a copy. */
  readonly consequence: string;
  /** The purpose of the secret. */
  readonly lead: ComponentChildren;
  /** The secret, and commands that contain it. */
  readonly values: readonly SecretValueProps[];
  readonly hint: ComponentChildren;
  readonly onClose: () => void;
}

/** Shows a secret once, and warns before closing without a copy. */
export const ShownOnceDialog = (props: ShownOnceDialogProps) => {
  const { title, path, what, consequence, lead, values, hint, onClose } = props;
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
      <p>{lead} It is shown only once: store it in your secret manager now.</p>
      {values.map((value) => (
        <SecretValue key={value.label} {...value} onCopied={() => setCopied(true)} />
      ))}
      <p class="hint">{hint}</p>
      {isWarned && !isCopied && (
        <div class="problem" role="alert" ref={(element) => element?.scrollIntoView({ block: 'end' })}>
          <p class="problem-title">You have not copied the {what}</p>
          <p>It cannot be shown again. {consequence}</p>
          <button type="button" class="button-danger" onClick={onClose}>
            Close without copying
          </button>
        </div>
      )}
      <DialogAction onClick={close}>Done</DialogAction>
    </Dialog>
  );
};
