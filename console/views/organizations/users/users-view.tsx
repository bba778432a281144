import type { ComponentChild } from 'preact';
import type { User } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { usePages } from '../../../parts/use-pages.ts';
import { hrefOf, replacePath } from '../../../routing/route.ts';
import type { ViewProps } from '../../view.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';
import { INVITE_PATH, isUserAction, USERS_PATH } from './user-paths.ts';
import { UserTable } from './user-table.tsx';

const close = (): void => replacePath(USERS_PATH);

const byEmail = (one: User, other: User): number => (one.email < other.email ? -1 : 1);

/** The users of the organization, with their actions. */
export const UsersView = ({ rest: [first = '', action] }: ViewProps) => {
  const { api, announce } = useConsole();
  const pages = usePages<User>((cursor) => api.request('GET /users', { query: { cursor } }), [api]);

  const finish = (message: string): void => {
    announce(message);
    close();
  };
  const onChanged = (changed: User, message: string): void => {
    pages.change((users) => users.map((user) => (user.id === changed.id ? changed : user)));
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
        pages={pages}
        onChanged={onChanged}
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
          <a class="button button-primary" href={hrefOf(INVITE_PATH)}>
            Invite user
          </a>
        }
      />
      <Collection pages={pages} whenEmpty={null}>
        <UserTable users={pages.items} />
      </Collection>
      {dialog()}
    </>
  );
};
