import type { Import } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { FormDialog } from '../../../parts/form.tsx';

interface CancelDialogProps {
  readonly shown: Import;
  readonly onCanceled: (changed: Import) => void;
  readonly onClose: () => void;
}

/** Says what canceling an import keeps, and cancels it. */
export const CancelDialog = ({ shown: { id, fileName }, onCanceled, onClose }: CancelDialogProps) => {
  const { api, announce } = useConsole();
  const submit = async (signal: AbortSignal): Promise<void> => {
    onCanceled(await api.request('POST /imports/{id}/cancel', { id }, signal));
    announce('Canceled the import.');
    onClose();
  };
  return (
    <FormDialog
      title="Cancel the import?"
      submitLabel="Cancel import"
      busyLabel="Canceling …"
      cancelLabel="Keep importing"
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Stops the import of <strong class="anywhere">{fileName}</strong>. Rows that were already imported are
        kept. There will be no report of rejected rows.
      </p>
    </FormDialog>
  );
};
