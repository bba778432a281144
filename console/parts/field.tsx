import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** Ties a control to its label, hint and error. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: 'true';
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Follows the label, as worded by the service: "must be …". */
  readonly error?: string | undefined;
  /** Renders the control with these attributes. */
  readonly children: (attributes: ControlAttributes) => ComponentChildren;
}

/** A control with its label, hint and error. */
export const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        ...(described === '' ? {} : { 'aria-describedby': described }),
        ...(error ? { 'aria-invalid': 'true' } : {}),
      })}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {label} {error}
        </p>
      )}
    </div>
  );
};

interface ChoicesProps {
  readonly legend: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly children: ComponentChildren;
}

/** Controls under a common label, such as checkboxes. */
export const Choices = ({ legend, hint, error, children }: ChoicesProps) => {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset class="field" aria-describedby={described || undefined}>
      <legend>{legend}</legend>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {legend} {error}
        </p>
      )}
    </fieldset>
  );
};
