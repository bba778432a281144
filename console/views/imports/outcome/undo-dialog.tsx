import type { Import } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { FormDialog } from '../../../parts/form.tsx';
import { createdIn, formatCount } from './totals.ts';

interface UndoDialogProps {
  readonly shown: Import;
  readonly onStarted: (changed: Import) => void;
  readonly onClose: () => void;
}

/** Says what undoing an import deletes, and starts it. */
export const UndoDialog = ({ shown, onStarted, onClose }: UndoDialogProps) => {
  const { api, announce } = useConsole();
  const { id, fileName, settings } = shown;
  const created = createdIn(shown);
  const submit = async (): Promise<void> => {
    onStarted(await api.request('POST /imports/{id}/undo', { id }));
    announce('Started to undo the import.');
    onClose();
  };
  return (
    <FormDialog
      title="Undo the import?"
      submitLabel={created === 1 ? 'Delete 1 record' : `Delete ${formatCount(created)} records`}
      busyLabel="Starting …"
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Deletes the records that the import of <strong class="anywhere">{fileName}</strong> created and that
        have not been changed since. Call list entries of deleted people stay.
      </p>
      <p>
        {settings.isSilent ? 'The event feed receives' : 'Webhooks and the event feed receive'} each deletion.
        To create the records again, repeat the import.
      </p>
    </FormDialog>
  );
};
