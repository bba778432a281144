import { useState } from 'preact/hooks';
import type { User } from '../../../api/types.ts';
import { FormDialog } from '../../../parts/form.tsx';
import { DEFAULT_GRANTS, type GrantChoices, GrantFields } from './grant-fields.tsx';

const TEXTS = {
  disable: {
    title: (email: string) => `Disable ${email}?`,
    submitLabel: 'Disable user',
    busyLabel: 'Disabling …',
    effect: 'The user is signed out and cannot sign in. You can enable the user again.',
  },
  remove: {
    title: (email: string) => `Remove ${email}?`,
    submitLabel: 'Remove user',
    busyLabel: 'Removing …',
    effect:
      'The user is signed out and leaves the organization. Entries of the audit log stay. ' +
      'You can invite the address again.',
  },
  withdraw: {
    title: (email: string) => `Withdraw the invitation of ${email}?`,
    submitLabel: 'Withdraw invitation',
    busyLabel: 'Withdrawing …',
    effect: 'The temporary password becomes invalid. You can invite the address again.',
  },
} as const;

interface EndAccessDialogProps {
  readonly user: User;
  readonly action: 'disable' | 'remove';
  readonly onSubmit: (grants: GrantChoices, signal: AbortSignal) => Promise<void>;
  readonly onClose: () => void;
}

/**
 * Disables or removes a user, or withdraws an invitation, once it is chosen what becomes of the user's keys.
 */
export const EndAccessDialog = ({ user, action, onSubmit, onClose }: EndAccessDialogProps) => {
  const [grants, setGrants] = useState(DEFAULT_GRANTS);
  const { email, status } = user;
  const isWithdrawal = action === 'remove' && status === 'invited';
  const { title, effect, ...labels } = TEXTS[isWithdrawal ? 'withdraw' : action];
  return (
    <FormDialog
      title={title(email)}
      {...labels}
      isDangerous
      onSubmit={(signal) => onSubmit(grants, signal)}
      onClose={onClose}
    >
      <p>{effect}</p>
      {!isWithdrawal && <GrantFields user={user} isDemotion={false} value={grants} onChange={setGrants} />}
    </FormDialog>
  );
};
