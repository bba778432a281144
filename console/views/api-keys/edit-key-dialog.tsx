import type { ApiKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { DraftDialog } from '../../parts/form.tsx';
import { KeyFields, type KeyValues } from './key-fields.tsx';

interface EditKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onChanged: (key: ApiKey) => void;
  readonly onClose: () => void;
}

/** Renames a key; admins can also change permissions and plan. */
export const EditKeyDialog = ({ apiKey, onChanged, onClose }: EditKeyDialogProps) => {
  const { api, user } = useConsole();
  const { id, name, permissions, plan } = apiKey;
  const save = async (typed: KeyValues): Promise<void> => {
    const body = user.role === 'admin' ? typed : { name: typed.name };
    onChanged(await api.request('PATCH /api-keys/{id}', { id, body }));
  };
  return (
    <DraftDialog
      title={`Edit ${name}`}
      submitLabel="Save"
      busyLabel="Saving …"
      fields={['name', 'permissions', 'plan']}
      form={`api-keys/${id}/edit`}
      initial={{ name, permissions, plan }}
      save={save}
      onClose={onClose}
    >
      {(values, set) => (
        <KeyFields
          values={values}
          onChange={set}
          memberNotice="Only an admin of your organization can change permissions and usage plan."
        />
      )}
    </DraftDialog>
  );
};
