import { useEffect } from 'preact/hooks';
import type { User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormDialog } from '../../../parts/form.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { ProblemMessage } from '../../../parts/problem-message.tsx';
import type { Pages } from '../../../parts/use-pages.ts';
import { RoleDialog } from './role-dialog.tsx';
import type { UserAction } from './user-paths.ts';

interface UserDialogProps {
  readonly id: string;
  readonly action: UserAction;
  readonly pages: Pages<User>;
  readonly onChanged: (user: User, message: string) => void;
  readonly onClose: () => void;
}

/** The dialog for one user, which loads pages until it finds the user. */
export const UserDialog = ({ id, action, pages, onChanged, onClose }: UserDialogProps) => {
  const { api } = useConsole();
  const { hasMore, isLoading, error, loadMore } = pages;
  const user = pages.items.find((each) => each.id === id);
  const isMissing = user === undefined && hasMore && !isLoading && error === undefined;
  useEffect(() => {
    if (isMissing) loadMore();
  }, [isMissing, loadMore]);

  if (user === undefined) {
    return (
      <Dialog title="User" onClose={onClose}>
        {error !== undefined && <ProblemMessage error={error} onRetry={loadMore} />}
        {error === undefined && hasMore && <Loading>Loading the user …</Loading>}
        {!hasMore && <p>This user does not exist.</p>}
      </Dialog>
    );
  }
  const { email } = user;
  if (action === 'role') return <RoleDialog user={user} onChanged={onChanged} onClose={onClose} />;
  if (action === 'resend') {
    const resend = async (): Promise<void> =>
      onChanged(await api.request('POST /users/{id}/resend', { id }), `Sent another invitation to ${email}.`);
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
  const setDisabled = async (isDisabled: boolean): Promise<void> => {
    const changed = await api.request('PATCH /users/{id}', { id, body: { isDisabled } });
    onChanged(changed, `${isDisabled ? 'Disabled' : 'Enabled'} ${email}.`);
  };
  if (action === 'enable') {
    return (
      <FormDialog
        title={`Enable ${email}?`}
        submitLabel="Enable user"
        busyLabel="Enabling …"
        onSubmit={() => setDisabled(false)}
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
      onSubmit={() => setDisabled(true)}
      onClose={onClose}
    >
      <p>
        The user is signed out and cannot sign in. API keys that the user created stay active: revoke them
        under API keys. You can enable the user again.
      </p>
    </FormDialog>
  );
};
