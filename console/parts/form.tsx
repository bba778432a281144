import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { FormError } from './field.tsx';
import type { Remedy } from './problem-message.tsx';
import { SubmissionMessage } from './submission-message.tsx';
import { useDraft } from './use-draft.ts';
import { useErrorFocus } from './use-error-focus.ts';
import { type Submission, useSubmit } from './use-submit.ts';

const FIELD = ':is(input, select, textarea)';

interface FormProps {
  readonly submission: Submission;
  readonly submitLabel: string;
  /** Shown while submitting, such as "Creating …". */
  readonly busyLabel: string;
  /** For irreversible actions. */
  readonly isDangerous?: boolean;
  /**
   * What the form still needs, such as `Type 12 to confirm.` The submit button and this text lead there.
   * @default it can be submitted
   */
  readonly missing?: string | undefined;
  /** Parameters whose errors appear at their fields. */
  readonly fields?: readonly string[];
  /** Where to remove the cause of a conflict, which the service describes. */
  readonly remedy?: Remedy;
  /** How far the submission is, which restarts the count of seconds. */
  readonly progress?: number | undefined;
  readonly onCancel?: () => void;
  /** @default Cancel */
  readonly cancelLabel?: string;
  readonly children?: ComponentChildren;
}

/** A form with its buttons and the error of its submission. */
export const Form = (props: FormProps) => {
  const { submission, submitLabel, busyLabel, fields = [], remedy, progress, onCancel, children } = props;
  const { isDangerous = false, missing, cancelLabel = 'Cancel' } = props;
  const { isBusy, error, submit } = submission;
  const element = useRef<HTMLFormElement>(null);
  const missingId = useId();
  useErrorFocus(element, error);
  /** Focuses what is missing: what a form marks, or else its first field. */
  const showMissing = (event: Event): void => {
    event.preventDefault();
    const { current } = element;
    const found = current?.querySelector<HTMLElement>(`.missing ${FIELD}`) ?? current?.querySelector(FIELD);
    if (found instanceof HTMLElement) found.focus();
  };
  return (
    // The service validates the input; its errors are shown at the fields.
    <form ref={element} noValidate onSubmit={missing === undefined ? submit : showMissing}>
      <FormError.Provider value={error}>{children}</FormError.Provider>
      <SubmissionMessage
        submission={submission}
        busyLabel={busyLabel}
        fields={fields}
        remedy={remedy}
        progress={progress}
      />
      {missing !== undefined && (
        <p id={missingId} class="hint">
          <button type="button" class="link" onClick={showMissing}>
            {missing}
          </button>
        </p>
      )}
      <div class="dialog-actions">
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {cancelLabel}
          </button>
        )}
        <button
          type="submit"
          class={isDangerous ? 'button-danger' : 'button-primary'}
          aria-disabled={isBusy || missing !== undefined}
          aria-describedby={missing && missingId}
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

export interface DraftDialogProps<T> extends Omit<FormDialogProps, 'onSubmit' | 'children' | 'submitLabel'> {
  readonly submitLabel: string | ((values: T) => string);
  /** Names the form, such as `api-keys/create`. */
  readonly form: string;
  readonly initial: T;
  readonly save: (values: T, signal: AbortSignal) => Promise<void>;
  readonly children: (values: T, set: (changes: Partial<T>) => void) => ComponentChildren;
}

/** A dialog whose input is kept as a draft until it is saved or closed. */
export const DraftDialog = <T extends object>(props: DraftDialogProps<T>) => {
  const { form, initial, save, onClose, children, submitLabel, ...dialog } = props;
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
    <FormDialog
      {...dialog}
      submitLabel={typeof submitLabel === 'string' ? submitLabel : submitLabel(values)}
      onSubmit={submit}
      onClose={close}
    >
      {children(values, set)}
    </FormDialog>
  );
};
