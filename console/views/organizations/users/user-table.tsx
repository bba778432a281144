import { OWN_PROVIDER_PREFIX } from '../../../../shared/contract/organizations/single-sign-on.ts';
import type { User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import type { Sorting } from '../../../parts/sorting.tsx';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { dialogHref } from '../../../routing/route.ts';
import { actionsOn, USER_ACTIONS, userActionPath } from './user-paths.ts';

/** Providers that admins set up have a name that says nothing to users. */
const providerText = (name: string): string =>
  name.startsWith(OWN_PROVIDER_PREFIX) ? 'single sign-on' : name;

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
        <a key={action} class="button button-small" href={dialogHref(userActionPath(user, action))}>
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
    isClipped: true,
    sort: 'email',
    render: ({ email, identityProvider }) => (
      <>
        <span class="line strong">{email}</span>
        {identityProvider !== null && (
          <span class="line muted">Signs in with {providerText(identityProvider)}</span>
        )}
      </>
    ),
  },
  { title: 'Role', width: 's', render: ({ role }) => role },
  {
    title: 'Status',
    width: 's',
    render: ({ status }) => <StatusBadge tone={TONES[status]}>{status}</StatusBadge>,
  },
  {
    title: 'Last sign-in',
    width: 'm',
    sort: '-lastSignInAt',
    render: ({ lastSignInAt }) => <Time at={lastSignInAt} none="none known" />,
  },
  {
    title: 'Invited or joined',
    isClipped: true,
    width: 'l',
    sort: '-invitedAt',
    render: ({ invitedAt, invitedBy }) => (
      <>
        <Time at={invitedAt} />
        {invitedBy !== null && <span class="line muted">{invitedBy}</span>}
      </>
    ),
  },
  { title: 'Actions', width: 'xl', render: (user) => <Actions user={user} /> },
];

interface UserTableProps {
  readonly users: readonly User[];
  readonly sorting: Sorting;
}

export const UserTable = ({ users, sorting }: UserTableProps) => (
  <DataTable caption="Users" columns={COLUMNS} items={users} keyOf={({ id }) => id} sorting={sorting} />
);
