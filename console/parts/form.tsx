import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ProblemMessage } from './problem-message.tsx';
import type { Submission } from './use-submit.ts';

export interface FormProps {
  readonly submission: Submission;
  readonly submitLabel: string;
  /** While it is under way, such as "Creating …". */
  readonly busyLabel: string;
  /** For what cannot be undone. */
  readonly isDangerous?: boolean;
  /** Parameters whose errors stand at their fields. */
  readonly fields?: readonly string[];
  /** Absent where there is nothing to go back to. */
  readonly onCancel?: () => void;
  readonly children?: ComponentChildren;
}

/** Fields with their buttons below, and what the service says when it does not take them. */
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
    // The service checks what is sent, and says so at the fields.
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
