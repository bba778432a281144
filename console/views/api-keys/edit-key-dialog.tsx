import type { ApiKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { NameField, PermissionsField, PlanField } from './key-fields.tsx';

interface EditKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onChanged: (key: ApiKey) => void;
  readonly onClose: () => void;
}

type Values = Pick<ApiKey, 'name' | 'permissions' | 'plan'>;

/** Renames a key; admins can also change permissions and plan. */
export const EditKeyDialog = ({ apiKey, onChanged, onClose }: EditKeyDialogProps) => {
  const { api, user } = useConsole();
  const { id, name, permissions, plan } = apiKey;
  const { values, set, submission, close } = useDraftForm({
    form: `api-keys/${id}/edit`,
    initial: { name, permissions, plan },
    save: (typed: Values) => {
      const body = user.role === 'admin' ? typed : { name: typed.name };
      return api.request('PATCH /api-keys/{id}', { id, body });
    },
    onSaved: onChanged,
    onClose,
  });
  const { error } = submission;
  return (
    <Dialog title={`Edit ${name}`} onClose={close}>
      <Form
        submission={submission}
        submitLabel="Save"
        busyLabel="Saving …"
        fields={['name', 'permissions', 'plan']}
        onCancel={close}
      >
        <NameField value={values.name} onChange={(value) => set({ name: value })} error={error} />
        {user.role === 'admin' ? (
          <>
            <PermissionsField
              value={values.permissions}
              onChange={(value) => set({ permissions: value })}
              error={error}
            />
            <PlanField value={values.plan} onChange={(value) => set({ plan: value })} error={error} />
          </>
        ) : (
          <p class="notice">Only an admin of your organization can change permissions and usage plan.</p>
        )}
      </Form>
    </Dialog>
  );
};
