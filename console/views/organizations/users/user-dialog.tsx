import type { User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormDialog } from '../../../parts/form.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { RoleDialog } from './role-dialog.tsx';
import type { UserAction } from './user-paths.ts';

interface UserDialogProps {
  readonly id: string;
  readonly action: UserAction;
  /** Those that are loaded already. */
  readonly users: readonly User[];
  readonly onChanged: (user: User, message: string) => void;
  readonly onClose: () => void;
}

/** The dialog for one user, whom it looks up unless the list shows them. */
export const UserDialog = ({ id, action, users, onChanged, onClose }: UserDialogProps) => {
  const { api } = useConsole();
  const listed = users.find((each) => each.id === id);
  const found = useLoad(
    async (signal) =>
      listed ?? (await api.request('GET /users', { query: { search: id } }, signal)).items[0] ?? null,
    [api, id],
  );
  const user = listed ?? found.value ?? undefined;

  if (user === undefined) {
    return (
      <Dialog title="User" onClose={onClose}>
        <LoadedMessage loaded={found} />
        {found.value === null && <p>This user does not exist.</p>}
      </Dialog>
    );
  }
  const { email } = user;
  if (action === 'role') return <RoleDialog user={user} onChanged={onChanged} onClose={onClose} />;
  if (action === 'resend') {
    const resend = async (signal: AbortSignal): Promise<void> =>
      onChanged(
        await api.request('POST /users/{id}/resend', { id }, signal),
        `Sent another invitation to ${email}.`,
      );
    return (
      <FormDialog
        title={`Resend the invitation to ${email}?`}
        submitLabel="Resend invitation"
        busyLabel="Sending …"
        onSubmit={resend}
        onClose={onClose}
      >
        <p>The email has a new temporary password. The previous one becomes invalid.</p>
      </FormDialog>
    );
  }
  const setDisabled = async (isDisabled: boolean, signal: AbortSignal): Promise<void> => {
    const changed = await api.request('PATCH /users/{id}', { id, body: { isDisabled } }, signal);
    onChanged(changed, `${isDisabled ? 'Disabled' : 'Enabled'} ${email}.`);
  };
  if (action === 'enable') {
    return (
      <FormDialog
        title={`Enable ${email}?`}
        submitLabel="Enable user"
        busyLabel="Enabling …"
        onSubmit={(signal) => setDisabled(false, signal)}
        onClose={onClose}
      >
        <p>The user can sign in again as {user.role}.</p>
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={`Disable ${email}?`}
      submitLabel="Disable user"
      busyLabel="Disabling …"
      isDangerous
      onSubmit={(signal) => setDisabled(true, signal)}
      onClose={onClose}
    >
      <p>
        The user is signed out and cannot sign in. API keys that the user created stay active: revoke them
        under API keys. You can enable the user again.
      </p>
    </FormDialog>
  );
};
