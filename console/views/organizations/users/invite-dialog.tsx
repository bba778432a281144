import { MAX_INVITED_EMAIL_LENGTH, type Role } from '../../../../shared/contract/organizations/users.ts';
import type { User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { TextField } from '../../../parts/field.tsx';
import { DraftDialog } from '../../../parts/form.tsx';
import { RoleField } from './role-field.tsx';

interface InviteDialogProps {
  readonly onInvited: (user: User) => void;
  readonly onClose: () => void;
}

const EMPTY: { readonly email: string; readonly role: Role } = { email: '', role: 'member' };

export const InviteDialog = ({ onInvited, onClose }: InviteDialogProps) => {
  const { api } = useConsole();
  return (
    <DraftDialog
      title="Invite a user"
      submitLabel="Send invitation"
      busyLabel="Sending …"
      fields={['email', 'role']}
      form="users/invite"
      initial={EMPTY}
      save={async (body, signal) => onInvited(await api.request('POST /users', { body }, signal))}
      onClose={onClose}
    >
      {({ email, role }, set) => (
        <>
          <TextField
            label="Email"
            hint="The invitation has a temporary password, which is valid for 7 days."
            parameter="email"
            required
            maxLength={MAX_INVITED_EMAIL_LENGTH}
            autocapitalize="none"
            spellcheck={false}
            value={email}
            onChange={(typed) => set({ email: typed })}
          />
          <RoleField value={role} onChange={(chosen) => set({ role: chosen })} />
        </>
      )}
    </DraftDialog>
  );
};
