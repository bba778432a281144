import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { FormError } from './field.tsx';
import { SubmissionMessage } from './submission-message.tsx';
import { useDraft } from './use-draft.ts';
import { useErrorFocus } from './use-error-focus.ts';
import { type Submission, useSubmit } from './use-submit.ts';

interface FormProps {
  readonly submission: Submission;
  readonly submitLabel: string;
  /** Shown while submitting, such as "Creating …". */
  readonly busyLabel: string;
  /** For irreversible actions. */
  readonly isDangerous?: boolean;
  /** Disables the submit button, such as before a confirmation is typed. */
  readonly isBlocked?: boolean;
  /** Parameters whose errors appear at their fields. */
  readonly fields?: readonly string[];
  /** How far the submission is, which restarts the count of seconds. */
  readonly progress?: number | undefined;
  readonly onCancel?: () => void;
  /** @default Cancel */
  readonly cancelLabel?: string;
  readonly children?: ComponentChildren;
}

/** A form with its buttons and the error of its submission. */
export const Form = (props: FormProps) => {
  const { submission, submitLabel, busyLabel, fields = [], progress, onCancel, children } = props;
  const { isDangerous = false, isBlocked = false, cancelLabel = 'Cancel' } = props;
  const { isBusy, error, submit } = submission;
  const element = useRef<HTMLFormElement>(null);
  useErrorFocus(element, error);
  return (
    // The service validates the input; its errors are shown at the fields.
    <form ref={element} noValidate onSubmit={submit}>
      <FormError.Provider value={error}>{children}</FormError.Provider>
      <SubmissionMessage submission={submission} busyLabel={busyLabel} fields={fields} progress={progress} />
      <div class="dialog-actions">
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {cancelLabel}
          </button>
        )}
        <button
          type="submit"
          class={isDangerous ? 'button-danger' : 'button-primary'}
          disabled={isBlocked}
          aria-disabled={isBusy}
        >
          {isBusy ? busyLabel : submitLabel}
        </button>
      </div>
    </form>
  );
};

interface FormDialogProps extends Omit<FormProps, 'submission' | 'onCancel'> {
  readonly title: string;
  /** Its rejection is shown in the form. */
  readonly onSubmit: (signal: AbortSignal) => Promise<void>;
  readonly onClose: () => void;
}

/** A dialog with a form, or with a question to confirm. */
export const FormDialog = ({ title, onSubmit, onClose, ...form }: FormDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <Form {...form} submission={useSubmit(onSubmit)} onCancel={onClose} />
  </Dialog>
);

export interface DraftDialogProps<T> extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  /** Names the form, such as `api-keys/create`. */
  readonly form: string;
  readonly initial: T;
  readonly save: (values: T, signal: AbortSignal) => Promise<void>;
  readonly children: (values: T, set: (changes: Partial<T>) => void) => ComponentChildren;
}

/** A dialog whose input is kept as a draft until it is saved or closed. */
export const DraftDialog = <T extends object>(props: DraftDialogProps<T>) => {
  const { form, initial, save, onClose, children, ...dialog } = props;
  const { values, set, clear } = useDraft(form, initial);
  const submit = async (signal: AbortSignal): Promise<void> => {
    await save(values, signal);
    clear();
  };
  const close = (): void => {
    clear();
    onClose();
  };
  return (
    <FormDialog {...dialog} onSubmit={submit} onClose={close}>
      {children(values, set)}
    </FormDialog>
  );
};
