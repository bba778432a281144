import type { ComponentChild } from 'preact';
import { USER_STATUSES } from '../../../../shared/contract/organizations/users.ts';
import type { AdminInput } from '../../../../shared/operations/admin-api/calls.ts';
import type { User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { NoMatch } from '../../../parts/empty-state.tsx';
import { optionsOf, SelectField } from '../../../parts/field.tsx';
import { listAddress } from '../../../parts/list-address.ts';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { SearchField } from '../../../parts/search-field.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { useAddressedPages } from '../../../parts/use-pages.ts';
import { dialogHref, replacePath } from '../../../routing/route.ts';
import type { ViewProps } from '../../view.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';
import { INVITE_PATH, isUserAction, USERS_PATH } from './user-paths.ts';
import { UserTable } from './user-table.tsx';

const close = (): void => replacePath(USERS_PATH);

const byEmail = (one: User, other: User): number => (one.email < other.email ? -1 : 1);

const STATUSES = { '': 'All', active: 'Active', invited: 'Invited', disabled: 'Disabled' } as const;
const USER_ROLES = { '': 'All roles', admin: 'Admins', member: 'Members' } as const;
const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

type UserQuery = NonNullable<AdminInput<'GET /users'>['query']>;

const chosen = <T extends string>(options: Readonly<Record<T, string>>, text: string | undefined): T | '' =>
  optionsOf(options).find((each) => each === text) ?? '';

/** The users of the organization, with their actions. */
export const UsersView = ({ rest: [first = '', action], query }: ViewProps) => {
  const { api, announce } = useConsole();
  const address = { path: USERS_PATH, query };
  const { filters, hrefWith, change, replace, sortingFrom } = listAddress(address);
  const status = chosen(STATUSES, filters['status']);
  const role = chosen(USER_ROLES, filters['role']);
  const search = filters['search'];
  const sorting = sortingFrom('email');
  const read = (limit: number, cursor: string | undefined, signal: AbortSignal) =>
    api.request(
      'GET /users',
      {
        query: {
          search,
          role: role === '' ? undefined : role,
          status: status === '' ? USER_STATUSES : [status],
          // The service rejects an order that it does not know.
          sort: sorting.value as UserQuery['sort'],
          cursor,
          limit,
        },
      },
      signal,
    );
  const pages = useAddressedPages<User>((...page) => read(PAGE_SIZE, ...page), address, [api]);

  const finish = (message: string): void => {
    announce(message);
    close();
  };
  const onChanged = (changed: User, message: string): void => {
    pages.change((users) => users.map((user) => (user.id === changed.id ? changed : user)));
    finish(message);
  };
  const onRemoved = (id: string, message: string): void => {
    pages.change((users) => users.filter((user) => user.id !== id));
    finish(message);
  };
  const onInvited = (invited: User): void => {
    pages.change((users) => [...users, invited].toSorted(byEmail));
    finish(`Invited ${invited.email}.`);
  };

  const dialog = (): ComponentChild => {
    if (first === 'invite') return <InviteDialog onInvited={onInvited} onClose={close} />;
    if (!isUserAction(action)) return null;
    return (
      <UserDialog
        key={`${first}/${action}`}
        id={first}
        action={action}
        users={pages.items}
        onChanged={onChanged}
        onRemoved={onRemoved}
        onClose={close}
      />
    );
  };

  return (
    <>
      <PageHeading
        title="Users"
        lead="The people of your organization who can sign in to this console."
        action={
          <a class="button button-primary" href={dialogHref(INVITE_PATH)}>
            Invite user
          </a>
        }
      />
      <div class="toolbar">
        <Segments
          legend="Which users"
          options={STATUSES}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <SelectField
          label="Role"
          isLabelHidden
          options={USER_ROLES}
          value={role}
          onChange={(value) => change({ role: value })}
        />
        <SearchField
          label="Search users"
          placeholder="Email"
          value={search ?? ''}
          onSearch={(text) => replace({ search: text })}
        />
        <DownloadCsv name="users" read={(...page) => read(MAX_PAGE_SIZE, ...page)} />
      </div>
      <Collection
        pages={pages}
        whenEmpty={
          <NoMatch
            title="No matching users"
            text="No user has this email, status and role."
            href={hrefWith({ status: undefined, role: undefined, search: undefined })}
          />
        }
      >
        <UserTable users={pages.items} sorting={sorting} />
      </Collection>
      {dialog()}
    </>
  );
};
