import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form.tsx';

interface ConfirmationProps {
  readonly title: string;
  /** The id of the record. The user types its last characters. */
  readonly id: string;
  readonly submitLabel: string;
  readonly busyLabel: string;
  readonly onSubmit: (signal: AbortSignal) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

const TYPED_CHARACTERS = 8;

/**
 * A dialog for an action that cannot be undone: its button works once the end of the record's id is typed.
 */
export const Confirmation = ({ id, children, ...dialog }: ConfirmationProps) => {
  const [typed, setTyped] = useState('');
  const end = id.slice(-TYPED_CHARACTERS);
  const label = `Type ${end} to confirm`;
  return (
    <FormDialog
      {...dialog}
      isDangerous
      missing={typed.trim().toLowerCase() === end ? undefined : `${label}.`}
    >
      {children}
      <p>
        Id: <code class="anywhere">{id}</code>
      </p>
      <TextField
        label={label}
        hint={`The last ${TYPED_CHARACTERS} characters of the id.`}
        autocapitalize="none"
        spellcheck={false}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
};
