import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ProblemMessage } from './problem-message.tsx';
import type { Submission } from './use-submit.ts';

export interface FormProps {
  readonly submission: Submission;
  readonly submitLabel: string;
  /** Shown while submitting, such as "Creating …". */
  readonly busyLabel: string;
  /** For irreversible actions. */
  readonly isDangerous?: boolean;
  /** Parameters whose errors appear at their fields. */
  readonly fields?: readonly string[];
  readonly onCancel?: () => void;
  readonly children?: ComponentChildren;
}

/** A form with its buttons and the error of its submission. */
export const Form = (props: FormProps) => {
  const { submission, submitLabel, busyLabel, isDangerous = false, fields = [], onCancel, children } = props;
  const { isBusy, error, submit } = submission;
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (error === undefined) return;
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid], .field-error');
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    // The service validates the input; its errors are shown at the fields.
    <form ref={element} noValidate onSubmit={submit}>
      {children}
      {error !== undefined && <ProblemMessage error={error} shownAtFields={fields} />}
      <div class="dialog-actions">
        {onCancel && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
        <button type="submit" class={isDangerous ? 'button-danger' : 'button-primary'} disabled={isBusy}>
          {isBusy ? busyLabel : submitLabel}
        </button>
      </div>
    </form>
  );
};
