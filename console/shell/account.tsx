import { useState } from 'preact/hooks';
import type { User } from '../session/oauth-client.ts';

interface AccountProps {
  readonly user: User;
  readonly onSignOut: () => Promise<void>;
}

export const Account = ({ user, onSignOut }: AccountProps) => {
  const [isLeaving, setLeaving] = useState(false);
  const signOut = (): void => {
    setLeaving(true);
    void onSignOut();
  };
  return (
    <div class="account">
      <span class="account-name" title={user.email}>
        {user.email}
      </span>
      <span class="account-role">{user.role}</span>
      <button type="button" class="button-quiet" disabled={isLeaving} onClick={signOut}>
        Sign out
      </button>
    </div>
  );
};
