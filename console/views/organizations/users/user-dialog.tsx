import type { User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormDialog } from '../../../parts/form.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { EndAccessDialog } from './end-access-dialog.tsx';
import type { GrantChoices } from './grant-fields.tsx';
import { RoleDialog } from './role-dialog.tsx';
import type { UserAction } from './user-paths.ts';

interface UserDialogProps {
  readonly id: string;
  readonly action: UserAction;
  /** Those that are loaded already. */
  readonly users: readonly User[];
  readonly onChanged: (user: User, message: string) => void;
  readonly onRemoved: (id: string, message: string) => void;
  readonly onClose: () => void;
}

/** The dialog for one user, whom it looks up unless the list shows them. */
export const UserDialog = ({ id, action, users, onChanged, onRemoved, onClose }: UserDialogProps) => {
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
  if (action === 'enable') {
    const enable = async (signal: AbortSignal): Promise<void> =>
      onChanged(
        await api.request('PATCH /users/{id}', { id, body: { isDisabled: false } }, signal),
        `Enabled ${email}.`,
      );
    return (
      <FormDialog
        title={`Enable ${email}?`}
        submitLabel="Enable user"
        busyLabel="Enabling …"
        onSubmit={enable}
        onClose={onClose}
      >
        <p>
          The user can sign in again as {user.role}. API keys and apps that were revoked or transferred stay
          so.
        </p>
      </FormDialog>
    );
  }
  const endAccess = async (query: GrantChoices, signal: AbortSignal): Promise<void> => {
    if (action === 'disable') {
      const disabled = await api.request(
        'PATCH /users/{id}',
        { id, query, body: { isDisabled: true } },
        signal,
      );
      onChanged(disabled, `Disabled ${email}.`);
    } else {
      await api.request('PATCH /users/{id}', { id, query, body: { isRemoved: true } }, signal);
      onRemoved(id, user.status === 'invited' ? `Withdrew the invitation of ${email}.` : `Removed ${email}.`);
    }
  };
  return <EndAccessDialog user={user} action={action} onSubmit={endAccess} onClose={onClose} />;
};
