import type { DeletedRecord } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { KINDS, type KindSegment, type RecordAddress } from '../../../routing/record-paths.ts';
import { Confirmation } from './confirmation.tsx';

const CONSEQUENCES: Readonly<Record<KindSegment, string>> = {
  people:
    'Its call list entries stay, without the person. Past events keep its data: ' +
    'to remove it from those too, erase the person.',
  companies: 'Its people and call list entries stay, without the company.',
  'call-lists': 'All of its entries are deleted with it.',
};

interface DeleteDialogProps extends RecordAddress {
  /** The name of the record. */
  readonly name: string;
  readonly onDeleted: (deleted: DeletedRecord) => void;
  readonly onClose: () => void;
}

export const DeleteDialog = ({ kind, id, name, onDeleted, onClose }: DeleteDialogProps) => {
  const { api, announce } = useConsole();
  const { noun } = KINDS[kind];
  const submit = async (signal: AbortSignal): Promise<void> => {
    const deleted = await api.request(`DELETE /${kind}/{id}`, { id }, signal);
    announce(`Deleted the ${noun}.`);
    onDeleted(deleted);
    onClose();
  };
  return (
    <Confirmation
      title={`Delete this ${noun}?`}
      id={id}
      submitLabel={`Delete ${noun}`}
      busyLabel="Deleting …"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Deletes <strong class="anywhere">{name}</strong>. {CONSEQUENCES[kind]} This cannot be undone.
      </p>
    </Confirmation>
  );
};
