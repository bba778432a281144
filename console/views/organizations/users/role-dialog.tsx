import { useState } from 'preact/hooks';
import type { User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { FormDialog } from '../../../parts/form.tsx';
import { DEFAULT_GRANTS, GrantFields } from './grant-fields.tsx';
import { RoleField } from './role-field.tsx';

interface RoleDialogProps {
  readonly user: User;
  readonly onChanged: (user: User, message: string) => void;
  readonly onClose: () => void;
}

export const RoleDialog = ({ user, onChanged, onClose }: RoleDialogProps) => {
  const { id, email, role } = user;
  const { api } = useConsole();
  const [chosen, choose] = useState(role);
  const [grants, setGrants] = useState(DEFAULT_GRANTS);
  const save = async (signal: AbortSignal): Promise<void> => {
    const changed = await api.request(
      'PATCH /users/{id}',
      { id, query: grants, body: { role: chosen } },
      signal,
    );
    onChanged(changed, `${changed.email} is now ${changed.role}.`);
  };
  return (
    <FormDialog
      title={`Change the role of ${email}`}
      submitLabel="Save"
      busyLabel="Saving …"
      missing={chosen === role ? 'Choose another role.' : undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <RoleField value={chosen} onChange={choose} />
      {role === 'admin' && chosen !== 'admin' && (
        <GrantFields user={user} isDemotion value={grants} onChange={setGrants} />
      )}
      <p class="hint">
        A role that allows less applies from the user’s next request; one that allows more, after the next
        sign-in or within 15 minutes.
      </p>
    </FormDialog>
  );
};
