import { referencesIn } from '../../../../shared/kinds/fields.ts';
import { KINDS } from '../../../../shared/kinds/kinds.ts';
import { capitalized, KIND_NAMES, pluralOf, pluralsOf } from '../../../../shared/kinds/names.ts';
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
const keptText = (kind: Import['kind']): string => {
  if (kind === 'call-lists') return 'Call lists to which others added entries stay, with these entries.';
  const referring = KIND_NAMES.filter((name) =>
    referencesIn(KINDS[name].fields).some(([, to]) => pluralOf(to) === kind),
  );
  return referring.length === 0 ? '' : `${capitalized(pluralsOf(referring))} of deleted ${kind} stay.`;
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
        have not been changed since. {keptText(kind)}
      </p>
      <p>
        {settings.isSilent ? 'The event feed receives' : 'Webhooks and the event feed receive'} each deletion.
        The undo itself cannot be undone, but repeating the import creates the records again.
      </p>
    </FormDialog>
  );
};
