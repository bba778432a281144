import { useState } from 'preact/hooks';
import type { Import } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { TextField } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form.tsx';
import { formatCount } from '../../../parts/numbers.ts';

interface ConfirmDeletionsDialogProps {
  readonly shown: Import;
  readonly onConfirmed: (changed: Import) => void;
  readonly onClose: () => void;
}

/** Its button works once the number of deletions is typed. */
export const ConfirmDeletionsDialog = ({ shown, onConfirmed, onClose }: ConfirmDeletionsDialogProps) => {
  const { api, announce } = useConsole();
  const [typed, setTyped] = useState('');
  const { source, fileName } = shown;
  const count = shown.deletions?.missing ?? 0;
  const label = `Type ${count} to confirm`;
  const submit = async (signal: AbortSignal): Promise<void> => {
    const body = { count };
    onConfirmed(await api.request('POST /imports/{id}/confirm-deletions', { id: shown.id, body }, signal));
    announce('Confirmed the deletions.');
    onClose();
  };
  return (
    <FormDialog
      title="Delete the missing records?"
      submitLabel="Delete records"
      busyLabel="Starting …"
      isDangerous
      missing={typed.trim() === String(count) ? undefined : `${label}.`}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Deletes {formatCount(count, 'record')} imported from <strong class="anywhere">{source}</strong> that
        are no longer in <strong class="anywhere">{fileName}</strong>. This cannot be undone, but the next
        import of a record restores it. If the number has changed since, nothing is deleted.
      </p>
      <TextField label={label} hint="The number of records, in digits." value={typed} onChange={setTyped} />
    </FormDialog>
  );
};
