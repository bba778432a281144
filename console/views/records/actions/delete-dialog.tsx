import { KINDS as DECLARED } from '../../../../shared/kinds/kinds.ts';
import { KIND_NAMES, type KindName, nounOf, type OwnKind, pluralOf } from '../../../../shared/kinds/names.ts';
import type { DeletedRecord } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { KINDS, type RecordAddress } from '../../../routing/record-paths.ts';
import { referenceTo } from '../record-fields.ts';
import { Confirmation } from './confirmation.tsx';

const AND = new Intl.ListFormat('en');

/** What becomes of the records that refer to one of a kind. */
const consequencesOf = (kind: OwnKind): string => {
  const fieldOf = (name: KindName) => DECLARED[name].fields[referenceTo(kind, name) ?? ''];
  const referring = KIND_NAMES.filter((name) => fieldOf(name) !== undefined);
  const isPart = (name: KindName): boolean => 'inPartition' in (fieldOf(name) ?? {});
  const parts = referring.filter(isPart).map((name) => nounOf(pluralOf(name)));
  const others = referring.filter((name) => !isPart(name)).map((name) => nounOf(pluralOf(name)));
  return [
    parts.length > 0 && `All of its ${AND.format(parts)} are deleted with it.`,
    others.length > 0 && `Its ${AND.format(others)} stay, without the ${nounOf(kind)}.`,
    DECLARED[kind].personal === 'whole' &&
      `Past events keep its data: to remove it from those too, erase the ${nounOf(kind)}.`,
  ]
    .filter(Boolean)
    .join(' ');
};

interface DeleteDialogProps extends RecordAddress {
  /** The name of the record. */
  readonly name: string;
  readonly onDeleted: (deleted: DeletedRecord) => void;
  readonly onClose: () => void;
}

export const DeleteDialog = ({ kind, id, name, onDeleted, onClose }: DeleteDialogProps) => {
  const { api, announce } = useConsole();
  const { noun, resource } = KINDS[kind];
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
        Deletes <strong class="anywhere">{name}</strong>. {consequencesOf(resource)} This cannot be undone.
      </p>
    </Confirmation>
  );
};
