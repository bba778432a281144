import type { ErasedPerson } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Confirmation } from './confirmation.tsx';

interface EraseDialogProps {
  readonly id: string;
  /** The name of the person, or the id if the person was deleted. */
  readonly name: string;
  readonly onErased: (erased: ErasedPerson) => void;
  readonly onClose: () => void;
}

export const EraseDialog = ({ id, name, onErased, onClose }: EraseDialogProps) => {
  const { api, announce } = useConsole();
  const submit = async (signal: AbortSignal): Promise<void> => {
    const erased = await api.request('POST /people/{id}/erase', { id }, signal);
    announce('Erased the person.');
    onErased(erased);
    onClose();
  };
  return (
    <Confirmation
      title="Erase this person?"
      id={id}
      submitLabel="Erase person"
      busyLabel="Erasing …"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        For a person who exercises their right to erasure. Deletes <strong class="anywhere">{name}</strong>,
        and removes their data from call list entries, the event feed and webhook deliveries. Webhook
        endpoints receive <code>person.erased</code> with the id alone. This cannot be undone.
      </p>
      <p class="notice">
        Also erase the person in the source of your imports, or the next import creates the person again.
      </p>
    </Confirmation>
  );
};
