import { useState } from 'preact/hooks';
import { MAX_INVITED_EMAIL_LENGTH, type Role } from '../../../../shared/contract/organizations/users.ts';
import type { User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { TextField } from '../../../parts/field.tsx';
import { DraftDialog } from '../../../parts/form.tsx';
import { hrefOf } from '../../../routing/route.ts';
import { RoleField } from './role-field.tsx';
import { USERS_PATH } from './user-paths.ts';

interface InviteDialogProps {
  readonly onInvited: (user: User) => void;
  readonly onClose: () => void;
}

const EMPTY: { readonly email: string; readonly role: Role } = { email: '', role: 'member' };

export const InviteDialog = ({ onInvited, onClose }: InviteDialogProps) => {
  const { api } = useConsole();
  const [sent, setSent] = useState('');
  return (
    <DraftDialog
      title="Invite a user"
      submitLabel="Send invitation"
      busyLabel="Sending …"
      fields={['email', 'role']}
      form="users/invite"
      initial={EMPTY}
      remedy={['Show the user', hrefOf(USERS_PATH, { search: sent })]}
      save={async (body, signal) => {
        setSent(body.email);
        onInvited(await api.request('POST /users', { body }, signal));
      }}
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
