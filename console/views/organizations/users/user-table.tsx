import type { User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { hrefOf } from '../../../routing/route.ts';
import { actionsOn, USER_ACTIONS, userActionPath } from './user-paths.ts';

const TONES: Readonly<Record<User['status'], Tone>> = {
  active: 'good',
  invited: 'warning',
  disabled: 'neutral',
};

const Actions = ({ user }: { readonly user: User }) => {
  const own = useConsole().user;
  return (
    <span class="actions">
      {actionsOn(user, own.id).map((action) => (
        <a key={action} class="button button-small" href={hrefOf(userActionPath(user, action))}>
          {USER_ACTIONS[action]}
          <span class="visually-hidden"> {user.email}</span>
        </a>
      ))}
      {user.id === own.id && <span class="muted">You</span>}
    </span>
  );
};

const COLUMNS: readonly Column<User>[] = [
  {
    title: 'User',
    isHeading: true,
    render: ({ email, identityProvider }) => (
      <>
        <span class="line strong anywhere">{email}</span>
        {identityProvider !== null && <span class="line muted">Signs in with {identityProvider}</span>}
      </>
    ),
  },
  { title: 'Role', render: ({ role }) => role },
  { title: 'Status', render: ({ status }) => <StatusBadge tone={TONES[status]}>{status}</StatusBadge> },
  { title: 'Last sign-in', render: ({ lastSignInAt }) => <Time at={lastSignInAt} none="none known" /> },
  {
    title: 'Invited or joined',
    render: ({ invitedAt, invitedBy }) => (
      <>
        <Time at={invitedAt} />
        {invitedBy !== null && (
          <span class="line muted" title={invitedBy}>
            {invitedBy}
          </span>
        )}
      </>
    ),
  },
  { title: 'Actions', render: (user) => <Actions user={user} /> },
];

export const UserTable = ({ users }: { readonly users: readonly User[] }) => (
  <DataTable caption="Users" columns={COLUMNS} items={users} keyOf={({ id }) => id} />
);
