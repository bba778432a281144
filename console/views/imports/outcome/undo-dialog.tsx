import type { Import } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { FormDialog } from '../../../parts/form.tsx';
import { formatCount } from '../../../parts/numbers.ts';
import { createdIn } from './totals.ts';

interface UndoDialogProps {
  readonly shown: Import;
  readonly onStarted: (changed: Import) => void;
  readonly onClose: () => void;
}

/** What stays although records of a kind of file are deleted. */
const KEPT: Readonly<Partial<Record<Import['kind'], string>>> = {
  people: 'Call list entries and calls of deleted people stay, without a person.',
  companies: 'People of deleted companies stay.',
  'call-lists': 'Call lists to which others added entries stay, with these entries.',
};

/** Says what undoing an import deletes, and starts it. */
export const UndoDialog = ({ shown, onStarted, onClose }: UndoDialogProps) => {
  const { api, announce } = useConsole();
  const { id, kind, fileName, settings } = shown;
  const created = createdIn(shown);
  const submit = async (signal: AbortSignal): Promise<void> => {
    onStarted(await api.request('POST /imports/{id}/undo', { id }, signal));
    announce('Started to undo the import.');
    onClose();
  };
  return (
    <FormDialog
      title="Undo the import?"
      submitLabel={`Delete ${formatCount(created, 'record')}`}
      busyLabel="Starting …"
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Deletes the records that the import of <strong class="anywhere">{fileName}</strong> created and that
        have not been changed since. {KEPT[kind]}
      </p>
      <p>
        {settings.isSilent ? 'The event feed receives' : 'Webhooks and the event feed receive'} each deletion.
        The undo itself cannot be undone, but repeating the import creates the records again.
      </p>
    </FormDialog>
  );
};
